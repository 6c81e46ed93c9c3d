export const COMPARED_PRODUCTS = 3

/** Product ids of `?ids=101,103`: each once, the first three; `left` counts those beyond. */
export function parseCompareIds(search: URLSearchParams): { ids: string[]; left: number } {
  const named = (search.get('ids') ?? '').split(',').map((id) => id.trim())
  const ids = [...new Set(named.filter((id) => id !== '' && id.length <= 100))]
  return { ids: ids.slice(0, COMPARED_PRODUCTS), left: Math.max(0, ids.length - COMPARED_PRODUCTS) }
}

export function comparePath(ids: readonly string[]): '/compare' | `/compare?${string}` {
  return ids.length === 0 ? '/compare' : `/compare?ids=${ids.map(encodeURIComponent).join(',')}`
}

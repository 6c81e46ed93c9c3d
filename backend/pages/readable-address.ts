/** Where an address that cannot be read leads: no page has it, so it is the 404 page. */
const NOWHERE = '/nowhere'

/** Their refusals are JSON, whoever asks (R4). */
const NOT_PAGES = /^\/(api|images|assets)(\/|$)/

/**
 * The address to route by. One that no visitor's browser could mean (a broken escape, a NUL, a doubled slash in front)
 * would be refused before any page was asked; as a page's address it is an unknown one (R36).
 */
export function readableAddress(url: string): string {
  const [path = '', ...queries] = url.split('?')
  if (NOT_PAGES.test(path)) return url
  if (!isReadable(path)) return NOWHERE
  return queries.length === 0 ? path : `${path}${readableQuery(queries.join('?'))}`
}

/** A search parameter with a NUL says nothing to a page, so it is left out (R8). */
function readableQuery(query: string): string {
  if (!query.includes('%00')) return `?${query}`
  const kept = [...new URLSearchParams(query)].filter((pair) => !pair.join('').includes('\0'))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}

function isReadable(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** A call's path with its parameters filled in and its query appended; `undefined` values are omitted. */
export function requestPath(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const text = search.toString()
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  return text === '' ? filled : `${filled}?${text}`
}

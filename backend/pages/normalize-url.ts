import { isPageAddress } from '../errors/error-response.ts'

/** Where an address that cannot be read leads: no page has it, so it is the 404 page. */
const NOWHERE = '/nowhere'

/**
 * The address to route by. One that no visitor's browser could mean (a broken escape, a NUL, a doubled slash in front)
 * would be refused before any page was asked; as a page's address it is an unknown one (R36).
 */
export function normalizeUrl(url: string): string {
  const [path = '', ...queries] = url.split('?')
  if (!isPageAddress(path)) return url
  if (!isReadable(path)) return NOWHERE
  return queries.length === 0 ? path : `${path}${readableQuery(queries.join('?'))}`
}

/**
 * The one address of a page whose path was typed with slashes at its end (R49); `null` where nothing is to be taken
 * away. It never leads to another host, whatever stands in front.
 */
export function withoutTrailingSlash(url: string): string | null {
  const queryAt = url.indexOf('?')
  const end = queryAt === -1 ? url.length : queryAt
  let length = end
  // By hand: a regular expression would take the square of the time for a long row of slashes.
  while (url[length - 1] === '/') length -= 1
  const path = url.slice(0, length)
  if (length === end || !isPageAddress(path) || !/^\/[^/\\]/.test(path)) return null
  return `${path}${url.slice(end)}`
}

/** A search parameter with a NUL says nothing to a page, so it is left out (R8). */
function readableQuery(query: string): string {
  if (!query.includes('%00')) return `?${query}`
  const cleaned = [...new URLSearchParams(query)].filter((pair) => !pair.join('').includes('\0'))
  return cleaned.length === 0 ? '' : `?${new URLSearchParams(cleaned)}`
}

function isReadable(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

import { isPageAddress } from '../http/errors/error-response.ts'

/** Unparsable addresses are routed here, which is a 404 page. */
const NOWHERE = '/nowhere'

/**
 * The URL to route by. One that Fastify would reject (a broken escape, a NUL, a doubled slash in front) becomes that of
 * an unknown page (R36).
 */
export function normalizeUrl(url: string): string {
  const [path = '', ...queries] = url.split('?')
  if (!isPageAddress(path)) return url
  if (!isReadable(path)) return NOWHERE
  return queries.length === 0 ? path : `${path}${readableQuery(queries.join('?'))}`
}

/**
 * The canonical address of a page requested with trailing slashes (R49); `null` when there is nothing to remove. It
 * never leads to another host, whatever the path starts with.
 */
export function withoutTrailingSlash(url: string): string | null {
  const queryAt = url.indexOf('?')
  const end = queryAt === -1 ? url.length : queryAt
  let length = end
  // Not a regular expression, which would take quadratic time for many slashes.
  while (url[length - 1] === '/') length -= 1
  const path = url.slice(0, length)
  if (length === end || !isPageAddress(path) || !/^\/[^/\\]/.test(path)) return null
  return `${path}${url.slice(end)}`
}

/** Removes search parameters with a NUL (R8). */
function readableQuery(query: string): string {
  if (!query.includes('%00')) return `?${query}`
  const cleaned = [...new URLSearchParams(query)].filter((pair) => !pair.join('').includes('\0'))
  return cleaned.length === 0 ? '' : `?${new URLSearchParams(cleaned)}`
}

function isReadable(path: string): boolean {
  // Browsers send no backslash; `new URL` takes it for a slash, so that what follows could be read as a host.
  if (path.startsWith('//') || path.includes('\\')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

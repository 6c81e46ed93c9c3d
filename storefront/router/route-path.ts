/** Where a link leads: an address of this shop, or parts of one; a missing path is the page one is on. */
export type To = string | { pathname?: string; search?: string; hash?: string }

/** The address as it stands in a link. */
export function hrefOf(to: To, currentPathname: string): string {
  if (typeof to === 'string') return to.startsWith('?') || to.startsWith('#') ? `${currentPathname}${to}` : to
  return `${to.pathname ?? currentPathname}${to.search ?? ''}${to.hash ?? ''}`
}

export type Params = Readonly<Record<string, string | undefined>>

/**
 * The parameters of a path that fits a pattern such as `/product/:product_id`, `null` when it does not fit. Letter case
 * and a slash at the end make no difference; `*` fits everything, and alone fits a path that cannot be read: one with
 * a broken escape, a NUL or a doubled slash in front, which the server calls unknown too (R36).
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  if (pathname.startsWith('//')) return null
  const names = pattern.split('/').filter(Boolean)
  const parts = pathname.split('/').filter(Boolean)
  if (names.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = decoded(parts[index] ?? '')
    if (part === null) return null
    if (name.startsWith(':')) params[name.slice(1)] = part
    else if (name.toLowerCase() !== part.toLowerCase()) return null
  }
  return params
}

/** The one address of a page: the pattern with its parameters, however the address was typed. */
export function pathOf(pattern: string, params: Params): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

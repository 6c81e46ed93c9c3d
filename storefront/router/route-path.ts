/** The paths of the application's routes, which declares them here, so that no link leads nowhere. */
// biome-ignore lint/suspicious/noEmptyInterface: what declares it anew gives it its one field
export interface Register {}

type RoutePath = Register extends { path: infer Path extends string } ? Path : string
type WithParams<Pattern extends string> = Pattern extends `${infer Start}:${string}` ? `${Start}${string}` : Pattern

/** A path that some route takes. */
export type Path = WithParams<RoutePath>

declare const ownAddress: unique symbol
/** An address that came from elsewhere and was found to be one of this site. */
export type OwnAddress = string & { [ownAddress]: true }

/** Where a link leads: an address of this site, or parts of one; a missing path is the page one is on. */
export type To =
  | Path
  | `${Path}?${string}`
  | `${Path}#${string}`
  | `?${string}`
  | `#${string}`
  | OwnAddress
  | { pathname?: Path; search?: string; hash?: string }

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
export function buildPath(pattern: string, params: Params): string {
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

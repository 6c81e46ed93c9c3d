/**
 * The paths of the application's routes, added by declaration merging, so a link to an unknown page is a type
 * error.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging adds its field
export interface Register {}

type RoutePath = Register extends { path: infer Path extends string } ? Path : string
type WithParams<Pattern extends string> = Pattern extends `${infer Start}:${string}` ? `${Start}${string}` : Pattern

/** A path that matches a route. */
export type Path = WithParams<RoutePath>

declare const ownAddress: unique symbol
/** A URL from elsewhere that was validated to be one of this site. */
export type OwnAddress = string & { [ownAddress]: true }

/** The target of a link: a URL of this site, or parts of one; without a path the current page. */
export type To =
  | Path
  | `${Path}?${string}`
  | `${Path}#${string}`
  | `?${string}`
  | `#${string}`
  | OwnAddress
  | { pathname?: Path; search?: string; hash?: string }

export function hrefOf(to: To, currentPathname: string): string {
  if (typeof to === 'string') return to.startsWith('?') || to.startsWith('#') ? `${currentPathname}${to}` : to
  return `${to.pathname ?? currentPathname}${to.search ?? ''}${to.hash ?? ''}`
}

export type Params = Readonly<Record<string, string | undefined>>

/**
 * The parameters of a path that matches a pattern such as `/product/:product_id`, otherwise `null`. Letter case and a
 * trailing slash are ignored; `*` matches everything, even a path that cannot be decoded: with a broken escape, a NUL
 * or two leading slashes, which the server considers unknown too (R36).
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

/** The canonical path of a page: the pattern with its parameters. */
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

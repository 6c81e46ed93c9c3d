/** Where an address that cannot be read leads: no page has it, so it is the 404 page. */
const NOWHERE = '/nowhere'

/** Their refusals are JSON, whoever asks (R4). */
const NOT_PAGES = /^\/(api|images|assets)(\/|$)/

/**
 * The address to route by. One that no visitor's browser could mean (a broken escape, a NUL, a doubled slash in front)
 * would be refused before any page was asked; as a page's address it is an unknown one (R36).
 */
export function readableAddress(url: string): string {
  const path = url.split('?', 1)[0] ?? url
  return NOT_PAGES.test(path) || isReadable(path) ? url : NOWHERE
}

function isReadable(path: string): boolean {
  if (path.startsWith('//')) return false
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

/** The beginnings that email programs turn into links. */
const WEB_ADDRESS_MARK = /:\/\/|www\./i
/**
 * A full stop and the end of a domain right behind a letter: in small letters, or in any of an ending that many use. Initials
 * and titles have a blank or a capital there, as in `J.R. Smith`, `J.R.Smith` and `St.John`.
 */
const SMALL_ENDING = /[\p{L}\p{N}]\.\p{Ll}{2,}/u
const KNOWN_ENDING =
  /[\p{L}\p{N}]\.(?:app|biz|click|com|info|io|link|net|online|org|ru|shop|site|store|top|xyz)(?!\p{L})/iu

/**
 * The shop writes names and postal addresses in emails, to email addresses that anyone may enter: they must not carry their
 * sender's own link.
 */
export function hasWebAddress(name: string): boolean {
  return WEB_ADDRESS_MARK.test(name) || SMALL_ENDING.test(name) || KNOWN_ENDING.test(name)
}

/** First and last name; what was sold for cash at a fair may have none. */
export function fullName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim() || 'No name'
}

export const NAME_WITH_ADDRESS = 'Please enter a name without a web address.'

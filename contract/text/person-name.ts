/** Beginnings that email programs turn into links. */
const WEB_ADDRESS_MARK = /:\/\/|www\./i
/** A domain's end behind a letter: in small letters, or a common one in any case; not `J.R.Smith` and `St.John`. */
const SMALL_ENDING = /[\p{L}\p{N}]\.\p{Ll}{2,}/u
const KNOWN_ENDING =
  /[\p{L}\p{N}]\.(?:app|biz|click|com|info|io|link|net|online|org|ru|shop|site|store|top|xyz)(?!\p{L})/iu

/** Whether a name has a link. Emails repeat names to addresses that anyone may enter: no sender may add links. */
export function hasWebAddress(name: string): boolean {
  return WEB_ADDRESS_MARK.test(name) || SMALL_ENDING.test(name) || KNOWN_ENDING.test(name)
}

export function fullName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim() || 'No name'
}

export const NAME_WITH_ADDRESS = 'Please enter a name without a web address.'

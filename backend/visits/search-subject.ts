/** What searches count as that may be about a person, and those that a day has no room for. */
export const OTHER_SEARCHES = '(other)'

/** Letters, short numbers and what stands between words: no e-mail address, telephone number or order number. */
const PLAIN_WORDS = /^(?!.*\d{4})[\p{L}\p{N}](?:[\p{L}\p{N} .,'"&+/-]{0,38}[\p{L}\p{N}"])?$/u

/** The words by which a search is counted: in lower case, with single blanks. */
export function searchSubject(words: string): string {
  const subject = words.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  return PLAIN_WORDS.test(subject) ? subject : OTHER_SEARCHES
}

/** Longer words are cut; what is typed is cut the same way. */
const TERM_LENGTH = 64

/**
 * The words of a text as terms of the search for orders: without case, accents and punctuation. In hex, so that terms
 * that begin alike are a range in the order of every database.
 */
export function termsOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s-]+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').slice(0, TERM_LENGTH))
    .filter((word) => word !== '')
  return [...new Set(words)].map((word) => Buffer.from(word).toString('hex'))
}

/** The first text after all terms that begin with `term`: `g` follows every digit of hex. */
export function endOfTerm(term: string): string {
  return `${term}g`
}

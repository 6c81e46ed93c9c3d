/**
 * A name normalized for comparison: without case, outer blanks, and variants of the same letter or apostrophe. Accents
 * are significant.
 */
export function normalizeName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[’ʼ‘´`]/gu, "'")
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
}

/**
 * A name as it is compared: without case, outer blanks, or the difference between ways to type the same letter or
 * apostrophe. Accents stay: they are letters, and one wrong letter finds nothing.
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

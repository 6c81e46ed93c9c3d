/**
 * An e-mail address normalized for comparison: trimmed, ASCII letters in lower case (R30). Other letters are unchanged,
 * since Unicode case folding would merge different addresses (the Kelvin sign would become a k); they are only composed
 * (NFC).
 */
export function normalizeEmail(email: string): string {
  return email
    .trim()
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

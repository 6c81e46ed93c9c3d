/**
 * An e-mail address as it is compared: without outer blanks and without the case of ASCII letters (R30). Other letters
 * stay as they are, since Unicode's folding would make one address of two: the Kelvin sign would become a k. Only a
 * letter that was typed with its accent apart is joined with it.
 */
export function normalizeEmail(email: string): string {
  return email
    .trim()
    .replace(/[\p{L}\p{N}]\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

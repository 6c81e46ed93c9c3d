/** Whether a text is a ZIP code of five digits; 00000 is none. */
export function isZipCode(text: string): boolean {
  return /^(?!00000)\d{5}$/.test(text)
}

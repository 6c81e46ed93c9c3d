/** Without characters that would steer the terminal it is shown on. */
export function plain(text: string): string {
  return text.replace(/\t/g, '  ').replace(/[\p{Cc}\p{Cf}]/gu, '')
}

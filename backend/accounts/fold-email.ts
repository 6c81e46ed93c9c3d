/** An e-mail address as it is compared: without case and outer blanks (R30). */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

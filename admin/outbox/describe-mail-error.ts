/** Why a mail was not delivered, with the code for whoever runs the shop. */
export function describeMailError(code: string): string {
  if (/^EENVELOPE 5/.test(code)) return `The mail server refuses the address (${code}).`
  if (/^EAUTH/.test(code)) return `The mail server does not accept the name or the password of the shop (${code}).`
  if (/^(ECONN|ESOCKET|ETIMEDOUT|EDNS)/.test(code)) return `The mail server cannot be reached (${code}).`
  return `The mail server did not take it (${code}).`
}

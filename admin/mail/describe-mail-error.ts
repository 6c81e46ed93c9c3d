/** Why a mail was not delivered, in words; the code itself is for whoever runs the shop. */
export function describeMailError(code: string): string {
  if (/^EENVELOPE 5/.test(code)) return 'The mail server refuses the address.'
  if (/^EAUTH/.test(code)) return 'The mail server does not accept the name or the password of the shop.'
  if (/^(ECONN|ESOCKET|ETIMEDOUT|EDNS)/.test(code)) return 'The mail server cannot be reached.'
  return 'The mail server did not take it.'
}

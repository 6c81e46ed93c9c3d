/** The secret of an `otpauth:` URI, in groups of four characters for typing. */
export function secretOf(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** The account that a password belongs to, for password managers. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" hidden readOnly name="username" autoComplete="username" value={email} />
}

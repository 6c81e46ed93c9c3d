/** Tells password managers whose password a form is about. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="text" hidden readOnly name="username" autoComplete="username" value={email} />
}

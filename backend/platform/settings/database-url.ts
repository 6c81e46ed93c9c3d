type Environment = Readonly<Record<string, string | undefined>>

/** A password with one of these ends the host too early. */
const MISPLACED_CHARACTER = /^[^/?#]*[/?#][^@]*@/

/** Whether the password has `/`, `?` or `#`: the rest of it would be the name of the database, which is printed. */
export function hasUnescapedPassword(url: string): boolean {
  return MISPLACED_CHARACTER.test(url.replace(/^[a-z]+:\/\//i, ''))
}

/** Completes an address with PostgreSQL's variables such as `PGHOST`. */
export function withPostgresVariables(address: string, environment: Environment): string {
  const url = new URL(address)
  const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = environment
  // Without a host, a URL can't have the other parts.
  if (url.hostname === '') url.hostname = PGHOST || 'localhost'
  if (url.port === '' && PGPORT) url.port = PGPORT
  if (url.pathname.length <= 1 && PGDATABASE) url.pathname = `/${encodeURIComponent(PGDATABASE)}`
  if (url.username === '' && PGUSER) url.username = encodeURIComponent(PGUSER)
  if (url.password === '' && PGPASSWORD) url.password = encodeURIComponent(PGPASSWORD)
  return url.href
}

type Environment = Readonly<Record<string, string | undefined>>

/** Characters not allowed in an address after its host: a password with one of these ends the host too early. */
const MISPLACED_CHARACTER = /^[^/?#]*[/?#][^@]*@/

/**
 * Whether an address of PostgreSQL has a password with `/`, `?` or `#`. Parsers end the host there, and would take the
 * rest of the password for the name of the database, which is printed.
 */
export function hasUnescapedPassword(url: string): boolean {
  return MISPLACED_CHARACTER.test(url.replace(/^[a-z]+:\/\//i, ''))
}

/** Completes an address with `PGHOST`, `PGPORT`, `PGDATABASE`, `PGUSER` and `PGPASSWORD`, as PostgreSQL's programs do. */
export function withPostgresVariables(address: string, environment: Environment): string {
  const url = new URL(address)
  const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = environment
  // Without a host an address can have none of the other parts.
  if (url.hostname === '') url.hostname = PGHOST || 'localhost'
  if (url.port === '' && PGPORT) url.port = PGPORT
  if (url.pathname.length <= 1 && PGDATABASE) url.pathname = `/${encodeURIComponent(PGDATABASE)}`
  if (url.username === '' && PGUSER) url.username = encodeURIComponent(PGUSER)
  if (url.password === '' && PGPASSWORD) url.password = encodeURIComponent(PGPASSWORD)
  return url.href
}

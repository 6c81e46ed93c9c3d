import type { FastifyRequest } from 'fastify'

type Log = Pick<FastifyRequest, 'log'>
type Person = { admin: string | null } | { customer: string | null }

export type Factor = 'password' | 'app' | 'recovery_code' | 'passkey'
export type FactorChange =
  | 'password'
  | 'password_reset'
  | 'access_reset'
  | 'app'
  | 'recovery_codes'
  | 'passkey_added'
  | 'passkey_removed'

/** One line per check of a factor, without anything that was typed. */
export function logFactorCheck({ log }: Log, person: Person, factor: Factor, right: boolean): void {
  log.info({ ...person, factor, right }, 'authentication')
}

export function logFactorChange({ log }: Log, person: Person, change: FactorChange): void {
  log.info({ ...person, change }, 'authentication changed')
}

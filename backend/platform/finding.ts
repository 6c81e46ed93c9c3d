import type { Database } from './database/database.ts'
import type { Settings } from './settings/settings.ts'

export type Finding = {
  /** Stable, such as `mail_failed`. */
  code: string
  severity: 'error' | 'warning'
  text: string
  remedy: string
}

export type CheckContext = {
  database: Database
  settings: Pick<Settings, 'smtpUrl'>
  clock: () => Date
  /** It may take seconds, such as reading every picture. */
  thorough: boolean
}

const SHOWN_NAMES = 5

/** The first names of a list, and the number of others. */
export function shorten(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

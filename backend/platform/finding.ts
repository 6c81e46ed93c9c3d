import type { Database } from './database/database.ts'
import type { Settings } from './settings/settings.ts'

export type Finding = {
  /** Stable, for programs: `mail_failed`. */
  code: string
  /** `error`: shoppers or the owner miss something already. */
  severity: 'error' | 'warning'
  text: string
  /** The remedy, a sentence. */
  remedy: string
}

export type CheckContext = {
  database: Database
  settings: Pick<Settings, 'smtpUrl'>
  clock: () => Date
  /** Whether it may take seconds, such as to read every picture. */
  thorough: boolean
}

const SHOWN_NAMES = 5

/** The first names of a list, and how many more there are. */
export function shorten(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

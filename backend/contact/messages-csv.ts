import { stripControlCharacters } from '../lib/control-characters.ts'
import { toCsv } from '../lib/csv.ts'
import type { StoredMessage } from './contact.repository.ts'

const COLUMNS: readonly (keyof StoredMessage)[] = [
  'message_id',
  'received_at',
  'answered_at',
  'first_name',
  'last_name',
  'email',
  'reason',
  'reference',
  'message',
  'probable_spam',
]

/** Messages as CSV, without control characters. */
export function messagesCsv(messages: readonly StoredMessage[]): string {
  return toCsv(COLUMNS, messages.map(csvRow))
}

function csvRow(message: StoredMessage): Record<string, string | number> {
  return Object.fromEntries(
    COLUMNS.map((column) => {
      const value = message[column] ?? ''
      return [column, typeof value === 'number' ? value : linesOf(value).join('\n')]
    }),
  )
}

/** The lines of a text, without control characters. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(stripControlCharacters)
}

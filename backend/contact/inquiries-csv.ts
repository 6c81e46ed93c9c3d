import { stripControlCharacters } from '../lib/control-characters.ts'
import { toCsv } from '../lib/csv.ts'
import type { StoredInquiry } from './contact.repository.ts'

const COLUMNS: readonly (keyof StoredInquiry)[] = [
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

/** Inquiries as CSV, without control characters. */
export function inquiriesCsv(inquiries: readonly StoredInquiry[]): string {
  return toCsv(COLUMNS, inquiries.map(csvRow))
}

function csvRow(inquiry: StoredInquiry): Record<string, string | number> {
  return Object.fromEntries(
    COLUMNS.map((column) => {
      const value = inquiry[column] ?? ''
      return [column, typeof value === 'number' ? value : linesOf(value).join('\n')]
    }),
  )
}

/** The lines of a text, without control characters. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(stripControlCharacters)
}

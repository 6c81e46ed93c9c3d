import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

export const FORWARDED_FOR = 'x-forwarded-for'
const READ_LENGTH = 1000
const NO_ADDRESS = '0.0.0.0'

/** Leaves only addresses in the header of a proxy: with its port each connection would be a new visitor. */
export function cleanForwardedFor({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const sent = headers[FORWARDED_FOR]
  if (sent === undefined) return
  const entries = [sent].flat().join().slice(-READ_LENGTH).split(',')
  headers[FORWARDED_FOR] = entries.map(addressIn).join(', ')
}

/** The address in `203.0.113.7:8080`, `[2001:db8::1]:8080` or `"[2001:db8::1]"`. */
function addressIn(entry: string): string {
  const text = entry.trim().replaceAll('"', '')
  if (isIP(text) !== 0) return text
  const address = text.startsWith('[') ? text.slice(1, text.indexOf(']')) : text.slice(0, text.indexOf(':'))
  return isIP(address) === 0 ? NO_ADDRESS : address
}

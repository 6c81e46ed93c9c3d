import { FILE_REPLACED, LOG_REPLACED } from './sqlite.ts'
import { OLD_TIMELINE } from './timeline.ts'

/** PostgreSQL: damaged pages. */
const CORRUPT_CODES = ['XX001', 'XX002']
/** PostgreSQL and SQLite: no room on the disk. */
const DISK_FULL_CODE = '53100'
const DISK_FULL_MESSAGE = 'database or disk is full'
const READ_ONLY_MESSAGE = 'attempt to write a readonly database'
const UNAVAILABLE_CODES = new Set([
  ...CORRUPT_CODES,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // PostgreSQL: shutting down, starting up, crashed, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  DISK_FULL_CODE,
  '08006',
  '08001',
  '08003',
  // A read-only standby.
  '25006',
  // Cancelled by the server: statement timeout, idle timeout, deadlock.
  '57014',
  '25P03',
  '55P03',
  '40001',
  '40P01',
])
export const READ_ONLY_DATABASE = 'the database may only be read'

/** SQLITE_CORRUPT and SQLITE_NOTADB, in the lowest byte of extended codes. */
const CORRUPT_FILE = new Set([11, 26])
const UNAVAILABLE_MESSAGES = new RegExp(
  [
    'driver has already been destroyed',
    'database is (locked|not open)',
    DISK_FULL_MESSAGE,
    READ_ONLY_MESSAGE,
    'database disk image is malformed',
    'file is not a database',
    FILE_REPLACED,
    LOG_REPLACED,
    OLD_TIMELINE,
    READ_ONLY_DATABASE,
    'disk I/O',
    'unable to open database',
    'timeout exceeded when (trying to connect|waiting for a free connection)',
    'query read timeout',
    'Connection terminated',
    'pool after calling end',
    'client has encountered a connection error',
  ].join('|'),
  'i',
)

/** The message of an unavailable database; only of drivers and servers, which can't contain what a visitor typed. */
export function unavailableMessage(error: Error): string | undefined {
  if ('code' in error && UNAVAILABLE_CODES.has(String(error.code))) return error.message
  return UNAVAILABLE_MESSAGES.exec(error.message)?.[0]
}

/** Whether the database is temporarily unreachable or read-only, so a retry makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  return ('code' in error && UNAVAILABLE_CODES.has(String(error.code))) || UNAVAILABLE_MESSAGES.test(error.message)
}

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === DISK_FULL_CODE) || error.message.includes(DISK_FULL_MESSAGE)
}

export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && error.message.includes(READ_ONLY_MESSAGE)
}

/** Whether the database is damaged, so a retry makes no sense. */
export function isDatabaseCorrupt(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error) return CORRUPT_FILE.has(Number(error.errcode) & 0xff)
  return 'code' in error && CORRUPT_CODES.includes(String(error.code))
}

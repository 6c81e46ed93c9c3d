import { EmptyDatabaseError, NewerDatabaseError, UpdateStoppedError } from './migrate.ts'
import { FileInUseError, type RunningProgram, ShopRunsError } from './sole-use.ts'
import { OldTimelineError } from './timeline.ts'
import { isDatabaseCorrupt } from './unavailable.ts'

const CODE_SENTENCES: Readonly<Record<string, string>> = {
  ...sentence(
    ['5', '6'],
    'is held by another program that does not let go of it. End that program, and start the shop again.',
  ),
  ...sentence(['13', 'ENOSPC'], 'has no room left on its disk. Make room, and start the shop again.'),
  ...sentence(
    ['3', '8', '10', '14', 'EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR'],
    'cannot be opened for reading and writing. Check that DATA_DIR is a folder, and that it and its files belong to the user who runs the shop.',
  ),
  ...sentence(['EROFS'], 'is on a disk that may only be read. Mount it for writing, and start the shop again.'),
  ...sentence(
    ['11', '26'],
    'is damaged or no database at all. Put a backup in its place, and keep the damaged file. The "recover" command of sqlite3 may save what the backup lacks.',
  ),
  ...sentence(
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
    'does not answer. Start it, or correct DATABASE_URL.',
  ),
  ...sentence(['57P01', '57P02', '57P03'], 'is starting or stopping. Start the shop again in a moment.'),
  ...sentence(
    ['25006'],
    'may only be read: it is a standby, or its default_transaction_read_only is on. Point DATABASE_URL at the primary; a proxy that has just started may need a moment to find it.',
  ),
  ...sentence(['28P01', '28000'], 'refuses the user name or the password. Correct DATABASE_URL.'),
  ...sentence(['3D000'], 'does not exist on that server. Create it with createdb, or correct DATABASE_URL.'),
  ...sentence(['42501'], 'does not let this user make tables. Make the user the owner of the database.'),
  ...sentence(['53300'], 'takes no more connections. Raise its max_connections, or end what uses it.'),
}
const TIMED_OUT = /timeout|timed out|Connection terminated|Query read/i

function sentence(codes: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, text]))
}

/** An error for the owner. `running`: a shop that has the file open may still have what the file lacks. */
export function openingError(error: unknown, label: string, running: RunningProgram | null = null): Error {
  const reason = running !== null && isDatabaseCorrupt(error) ? reasonWhileRunning(running) : reasonOf(error)
  return new Error(`The database (${label}) ${reason}`, { cause: error })
}

function reasonWhileRunning({ address, pid }: RunningProgram): string {
  return `cannot be read while the shop at ${address} (process ${pid}) has it open: it is damaged, or a file beside it was moved, deleted or replaced. Stop that shop with SIGTERM first, not with kill -9: it still has what the file lacks. Then start it again.`
}

function reasonOf(error: unknown): string {
  if (error instanceof NewerDatabaseError) {
    return `was made by a newer version of this shop (${error.message}). Update the shop with git pull and npm ci, or use another database.`
  }
  if (error instanceof EmptyDatabaseError) {
    return 'holds no shop. Start it once with npm start, or set DATABASE_URL or DATA_DIR to the database of the running shop.'
  }
  if (error instanceof ShopRunsError) {
    return `is used by ${error.message}. A file serves one shop: end that one, or set DATA_DIR to another folder.`
  }
  if (error instanceof FileInUseError) {
    return `was left as it is: it has to be updated for this version of the shop, and ${error.message} uses it. End that one, and start again.`
  }
  if (error instanceof OldTimelineError) {
    return 'is an old primary: another one has been promoted since this machine used it, and what is written there would be lost. Stop that server and make it a standby of the new primary; Patroni does so by itself. If it is the right one after all, delete the file timeline in DATA_DIR.'
  }
  if (error instanceof UpdateStoppedError) {
    return `was left as it is, since it could not be backed up before the update: ${error.message}`
  }
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (!(error instanceof Error)) return 'cannot be opened.'
  const known = CODE_SENTENCES[codeOf(error)] ?? (TIMED_OUT.test(error.message) ? CODE_SENTENCES.ETIMEDOUT : undefined)
  return known ?? `cannot be opened: ${error.message}`
}

const NO_ROOM_FOR_INDEX = 4874

/** The lowest byte of SQLite's extended codes is the primary code. */
function codeOf(error: Error): string {
  if ('errcode' in error && error.errcode === NO_ROOM_FOR_INDEX) return 'ENOSPC'
  if ('errcode' in error) return String(Number(error.errcode) & 0xff)
  return 'code' in error ? String(error.code) : ''
}

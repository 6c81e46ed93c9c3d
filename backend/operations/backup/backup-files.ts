import { localDay } from '../../lib/local-day.ts'

/** Nightly backups to retain: of the last days, and of the weeks before those. */
const DAYS = 7
const WEEKS = 4

const DAY = 24 * 60 * 60_000

/** Backups before updates to retain, however old. */
const UPDATES = 3

/** Backups made by hand to retain, however old. */
const MAX_BY_HAND = 5

const NIGHTLY = /^shop-(\d{4}-\d{2}-\d{2})\.tar$/
const BEFORE_UPDATE = /^before-update-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/
const BY_HAND = /^by-hand-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar$/
const PARTIAL = /^(.+\.tar)\.[0-9a-f]{8}\.partial$/

/** File name of the nightly backup of a day, in local time. */
export function nightlyName(now: Date): string {
  return `shop-${localDay(now)}.tar`
}

/** File name of a backup before an update, to the second, UTC. */
export function beforeUpdateName(now: Date): string {
  return `before-update-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`
}

/** File name of a backup that somebody requested, to the second, UTC. */
export function byHandName(now: Date): string {
  return `by-hand-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`
}

/** How a backup came to be. */
type Origin = 'nightly' | 'before_update' | 'by_hand'

/** The same by the name of its file; `null` for other files. */
export function originOf(file: string): Origin | null {
  if (NIGHTLY.test(file)) return 'nightly'
  if (BEFORE_UPDATE.test(file)) return 'before_update'
  return BY_HAND.test(file) ? 'by_hand' : null
}

/**
 * The nightly backups that retention lets go: it retains one for each of the last seven days that have one, and the
 * last one of each of the four weeks before those. Other files are never listed.
 */
export function listExpiredNightly(files: readonly string[]): string[] {
  const nightly = files
    .filter((file) => NIGHTLY.test(file))
    .sort()
    .reverse()
  const older = nightly.slice(DAYS)
  const lastOfWeeks = [...Map.groupBy(older, weekOf).values()].map(([last]) => last).slice(0, WEEKS)
  return older.filter((file) => !lastOfWeeks.includes(file))
}

/** The backups before updates that retention lets go. */
export function listExpiredUpdates(files: readonly string[]): string[] {
  return listBeyond(files, BEFORE_UPDATE, UPDATES)
}

/** The backups made by hand that retention lets go. */
export function listExpiredByHand(files: readonly string[]): string[] {
  return listBeyond(files, BY_HAND, MAX_BY_HAND)
}

function listBeyond(files: readonly string[], pattern: RegExp, count: number): string[] {
  return files
    .filter((file) => pattern.test(file))
    .sort()
    .reverse()
    .slice(count)
}

/**
 * Partial files of one kind, left behind by a node that was killed during a backup. Those of another kind may be of a
 * backup that is being written.
 */
export function listPartial(files: readonly string[], origin: Origin): string[] {
  return files.filter((file) => originOf(PARTIAL.exec(file)?.[1] ?? '') === origin)
}

/** Weeks start on Monday; 1970-01-01 was a Thursday. */
function weekOf(file: string): number {
  const day = Date.parse(`${NIGHTLY.exec(file)?.[1]}T00:00:00.000Z`) / DAY
  return Math.floor((day + 3) / 7)
}

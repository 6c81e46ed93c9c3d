import { CONFIRM_DAYS } from '@shop/contract/waitlist/calls'
import type { FastifyBaseLogger } from 'fastify'
import { deleteOldLinks, deleteOldSessions } from '../accounts/accounts.repository.ts'
import { deleteOldAdminSessions, deleteOldVerifications } from '../admin/access/admins.repository.ts'
import { deleteOldEntries } from '../admin/audit/rewrite-entries.repository.ts'
import { clearDrafts, hashStoredKeys } from '../checkout/placements.repository.ts'
import { deleteAnswered } from '../contact/contact.repository.ts'
import { deleteForgotten, deleteMailTexts } from '../mail/delete-mails.repository.ts'
import { deleteUnusedMedia } from '../media/store/media.repository.ts'
import { deleteWithdrawnMails } from '../orders/pay-links.repository.ts'
import { deleteOldLabels } from '../orders/returns.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { type JobWorker, startDailyJob } from '../platform/jobs/daily-job.ts'
import { findJob } from '../platform/jobs/jobs.repository.ts'
import type { RetentionSettings } from '../platform/settings/settings.ts'
import { deleteOldCounts } from '../visits/visits.repository.ts'
import { deleteOldWaiting } from '../waitlist/waitlist.repository.ts'

const DAY = 24 * 60 * 60_000
/** Long after the goods of a return are on their way, since it was asked for. */
const LABEL_DAYS = 90
/** After the nightly backup, which therefore contains what is deleted. */
const HOUR_OF_DAY = 4

const JOB = 'retention'
/** Days without a run after which the clock is doubted. */
const LONGEST_PAUSE_DAYS = 31

/** Days that unreferenced pictures are stored, so that a change can be undone. */
const UNUSED_MEDIA_DAYS = 30

/** Days that names and addresses of an ended placement are stored; its row stays, without them. */
const PLACEMENT_DAYS = 30

type RetentionOptions = {
  database: Database
  retention: RetentionSettings
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  clock?: () => Date
}

/** Deletes data older than the settings allow, once a day on one of the nodes. */
export function startRetention(options: RetentionOptions): JobWorker {
  const { database, log, clock } = options
  const run = () => deleteUnlessClockJumped(options)
  return startDailyJob({ database, name: JOB, hour: HOUR_OF_DAY, log, run, ...(clock && { clock }) })
}

/**
 * Deletes nothing on the first day after a month without a run: a machine whose clock is years ahead would delete what is not
 * old. After the next day the clock counts as right.
 */
export async function deleteUnlessClockJumped(options: RetentionOptions): Promise<void> {
  const { database, log, clock = () => new Date() } = options
  const last = (await findJob(database, JOB))?.succeeded_at ?? null
  if (last !== null && clock().getTime() - Date.parse(last) > LONGEST_PAUSE_DAYS * DAY) {
    log.error({ last }, 'no old data is deleted before tomorrow: check that the clock of this machine is right')
    return
  }
  await deleteOldData(options)
}

/** Deletes data older than the settings allow, and logs how much in one line. */
export async function deleteOldData(options: RetentionOptions): Promise<void> {
  const deleted = await deleteOld(options)
  if (Object.values(deleted).some((count) => count > 0)) options.log.info({ deleted }, 'deleted old data')
}

/** Returns how many rows of each kind were deleted. */
async function deleteOld({ database, retention, clock = () => new Date() }: RetentionOptions) {
  const now = clock().getTime()
  /** Deletes data older than so many days; `null` deletes nothing. */
  const older = async (days: number | null, remove: (database: Database, before: string) => Promise<number>) =>
    days === null ? 0 : remove(database, new Date(now - days * DAY).toISOString())
  return {
    mailTexts: await older(retention.mailDays, deleteMailTexts),
    withdrawnMails: await older(retention.mailDays, deleteWithdrawnMails),
    sessions: await older(retention.sessionDays, deleteOldSessions),
    accountLinks: await older(retention.sessionDays, deleteOldLinks),
    adminSessions: await older(retention.sessionDays, deleteOldAdminSessions),
    verifications: await older(retention.sessionDays, deleteOldVerifications),
    inquiries: await older(retention.inquiryDays, deleteAnswered),
    visits: await older(retention.visitDays, deleteOldCounts),
    audit: await older(retention.auditDays, deleteOldEntries),
    labels: await older(LABEL_DAYS, deleteOldLabels),
    media: await older(UNUSED_MEDIA_DAYS, deleteUnusedMedia),
    placementKeys: await older(1, hashStoredKeys),
    placementDrafts: await older(PLACEMENT_DAYS, clearDrafts),
    waitlist: await older(0, deleteOldWaiting),
    waitlistMails: await older(CONFIRM_DAYS, deleteForgotten),
  }
}

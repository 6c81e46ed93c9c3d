import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../platform/database/database.ts'
import { createErrorLog, describeError } from '../platform/http/errors/error-log.ts'
import { inParallel } from '../platform/lib/in-parallel.ts'
import { repeat } from '../platform/lib/repeat.ts'
import { describeMailError, isUnknownRecipient, type Mailer } from './mailer.ts'
import { claimDueMail, listUnsent, markSent, markUndelivered, type OutboxMail } from './outbox.repository.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export type OutboxOptions = {
  database: Database
  /** `null` without SMTP_URL: messages stay in the outbox. */
  mailer: Mailer | null
  log: Log
  clock?: () => Date
  pollInterval?: number
  /** Milliseconds for a running delivery. */
  closeGrace?: number
}

export type OutboxWorker = {
  close: () => Promise<void>
}

/** Milliseconds between polls; below, for one delivery (less than its lease), and for one while closing. */
const POLL_INTERVAL_MS = 1000
const DELIVERY_TIMEOUT_MS = 60_000
const CLOSE_GRACE_MS = 3000
export const MAX_CONCURRENT = 10

/** While every poll fails. */
const ERROR_LOG_INTERVAL_MS = 60_000

/** Doubled each time up to the longest: about three days in all. */
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_DELAY_MS = 6 * 60 * 60_000
const MAX_ATTEMPTS = 20

/** `null` after the last one. */
export function waitAfter(attempts: number): number | null {
  return attempts >= MAX_ATTEMPTS ? null : Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS)
}

/** Delivers messages, ten at once and one per recipient. Several nodes may each run one. */
export function startOutbox(options: OutboxOptions): OutboxWorker {
  const { database, mailer, log, clock = () => new Date() } = options
  const { pollInterval = POLL_INTERVAL_MS, closeGrace = CLOSE_GRACE_MS } = options
  const ending = new AbortController()
  /** Accepted by the server but not marked as sent while the database was unavailable; must not be sent again. */
  const confirmed = new Set<string>()
  /** Without a mail server all fail alike; each message keeps its own error. */
  const deliveryLog = createErrorLog()
  let closed = false

  async function deliverAll(send: Mailer['send']): Promise<void> {
    await markConfirmed()
    await inParallel({
      atOnce: MAX_CONCURRENT,
      pause: pollInterval,
      next: async (recipients) => (closed ? null : claimDueMail(database, clock(), recipients)),
      keyOf: ({ recipient }) => recipient,
      work: async (mail) => {
        await deliver(send, mail)
        if (confirmed.has(mail.id)) await markDelivered(mail.id)
      },
    })
  }

  async function markConfirmed(): Promise<void> {
    for (const id of confirmed) await markDelivered(id)
  }

  async function markDelivered(id: string): Promise<void> {
    await markSent(database, id, clock())
    confirmed.delete(id)
  }

  async function deliver(send: Mailer['send'], mail: OutboxMail): Promise<void> {
    try {
      await send(mail, AbortSignal.any([ending.signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]))
    } catch (error) {
      const wait = isUnknownRecipient(error) ? null : waitAfter(mail.attempts)
      const reason = describeMailError(error)
      const fields = { mail: mail.id, kind: mail.kind, attempts: mail.attempts }
      deliveryLog.report(log, fields, { message: reason }, 'email not delivered')
      await markUndelivered(database, mail, reason, wait === null ? null : new Date(clock().getTime() + wait))
      return
    }
    confirmed.add(mail.id)
    log.info({ mail: mail.id, kind: mail.kind }, 'email delivered')
  }

  let reportFrom = clock().toISOString()
  /** Messages at `reportFrom` that were reported, since times may be equal. */
  let reported: ReadonlySet<string> = new Set()
  async function reportWaiting(): Promise<void> {
    const unsent = await listUnsent(database, { createdFrom: reportFrom })
    for (const { id, kind } of unsent.filter((mail) => !reported.has(mail.id))) {
      log.warn({ mail: id, kind }, 'email waits in the outbox: no SMTP_URL')
    }
    reportFrom = unsent.at(-1)?.created_at ?? reportFrom
    reported = new Set(unsent.filter(({ created_at }) => created_at === reportFrom).map(({ id }) => id))
  }

  const work = mailer === null ? reportWaiting : () => deliverAll(mailer.send)
  const errorLog = createErrorLog(ERROR_LOG_INTERVAL_MS)
  const loop = repeat(work, pollInterval, (error) => {
    errorLog.report(log, {}, describeError(error), 'outbox could not be processed')
  })
  return {
    close: async () => {
      closed = true
      const grace = setTimeout(() => ending.abort(), closeGrace)
      await loop.close()
      clearTimeout(grace)
      mailer?.close?.()
      errorLog.close()
      deliveryLog.close()
    },
  }
}

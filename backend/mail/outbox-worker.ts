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
  /** `null` without SMTP_URL: messages stay in the outbox, which is logged. */
  mailer: Mailer | null
  log: Log
  clock?: () => Date
  /** Milliseconds between polls. */
  pollInterval?: number
  /** Milliseconds that closing gives to a running delivery. */
  closeGrace?: number
}

export type OutboxWorker = {
  /** Starts nothing new and gives a running delivery a few seconds. */
  close: () => Promise<void>
}

/** Milliseconds between polls; below, for one delivery (less than its lease), and for one that runs while closing. */
const POLL_INTERVAL_MS = 1000
const DELIVERY_TIMEOUT_MS = 60_000
const CLOSE_GRACE_MS = 3000
export const MAX_CONCURRENT = 10

/** Milliseconds between log lines while every poll fails, for example without the database. */
const ERROR_LOG_INTERVAL_MS = 60_000

/** Milliseconds until the first retry, doubled each time up to the longest: about three days in all. */
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_DELAY_MS = 6 * 60 * 60_000
const MAX_ATTEMPTS = 20

/** Milliseconds until the next attempt, `null` after the last one. */
export function waitAfter(attempts: number): number | null {
  return attempts >= MAX_ATTEMPTS ? null : Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS)
}

/** Delivers the messages in the outbox, ten at once and one a recipient, until closed. Several nodes may each run one. */
export function startOutbox(options: OutboxOptions): OutboxWorker {
  const { database, mailer, log, clock = () => new Date() } = options
  const { pollInterval = POLL_INTERVAL_MS, closeGrace = CLOSE_GRACE_MS } = options
  const ending = new AbortController()
  /**
   * Accepted by the server but not yet marked as sent, because the database was unavailable; must not be sent again.
   */
  const confirmed = new Set<string>()
  /** Without its mail server all messages fail alike; each keeps its own error in the outbox. */
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
  /** Ids of the reported messages of the time `reportFrom`, since messages can have the same time. */
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

import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { describeError } from '../errors/describe-error.ts'
import { createErrorLog } from '../errors/error-log.ts'
import { describeMailError, type Mailer } from './mailer.ts'
import { claimDueMail, listUnsent, markSent, markUndelivered, type OutboxMail } from './outbox.repository.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

export type OutboxOptions = {
  database: Database
  /** `null` without SMTP_URL: messages stay, and the log says that they wait. */
  mailer: Mailer | null
  log: Log
  clock?: () => Date
  /** How often the outbox is looked into, in milliseconds. */
  pollInterval?: number
}

export type OutboxWorker = {
  /** Starts nothing new and gives a running delivery a few seconds. */
  close: () => Promise<void>
}

/** How often the outbox is looked into, and how long a delivery may take (less than its lease), in milliseconds. */
const POLL_INTERVAL = 1000
const DELIVERY_DEADLINE = 60_000
const CLOSE_GRACE = 3000

/** A database that is away fails every look; so often one line tells how many, in milliseconds. */
const ERROR_PERIOD = 60_000

/** The wait after the first failure, doubled each time up to the longest: some three days in all. */
const FIRST_WAIT = 30_000
const LONGEST_WAIT = 6 * 60 * 60_000
const MOST_ATTEMPTS = 20

/** How long to wait after this many failed attempts, in milliseconds; `null` when enough was tried. */
export function waitAfter(attempts: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT)
}

/** Delivers what is in the outbox, one message after the other, until closed. Several nodes may each run one. */
export function startOutbox(options: OutboxOptions): OutboxWorker {
  const { database, mailer, log, clock = () => new Date(), pollInterval = POLL_INTERVAL } = options
  const ending = new AbortController()
  /** Confirmed by the server, not yet written down because the database was away; never to be sent again. */
  const confirmed = new Set<string>()
  let closed = false

  async function deliverAll(send: Mailer['send']): Promise<void> {
    await writeDownConfirmed()
    while (!closed) {
      const mail = await claimDueMail(database, clock())
      if (mail === null) return
      await deliver(send, mail)
      await writeDownConfirmed()
    }
  }

  async function writeDownConfirmed(): Promise<void> {
    for (const id of confirmed) {
      await markSent(database, id, clock())
      confirmed.delete(id)
    }
  }

  async function deliver(send: Mailer['send'], mail: OutboxMail): Promise<void> {
    try {
      await send(mail, AbortSignal.any([ending.signal, AbortSignal.timeout(DELIVERY_DEADLINE)]))
    } catch (error) {
      const wait = waitAfter(mail.attempts)
      const reason = describeMailError(error)
      log.warn({ mail: mail.id, kind: mail.kind, attempts: mail.attempts, reason }, 'mail not delivered')
      await markUndelivered(database, mail, reason, wait === null ? null : new Date(clock().getTime() + wait))
      return
    }
    confirmed.add(mail.id)
    log.info({ mail: mail.id, kind: mail.kind }, 'mail delivered')
  }

  let tellFrom = clock().toISOString()
  const told = new Set<string>()
  async function tellWaiting(): Promise<void> {
    for (const { id, kind, created_at } of await listUnsent(database, tellFrom)) {
      // Two messages may be of one millisecond, so what was told is known by its id.
      if (told.has(id)) continue
      told.add(id)
      log.warn({ mail: id, kind }, 'mail waits in the outbox: no SMTP_URL')
      tellFrom = created_at
    }
  }

  const work = mailer === null ? tellWaiting : () => deliverAll(mailer.send)
  const errorLog = createErrorLog(ERROR_PERIOD)
  const loop = repeat(work, pollInterval, (error) => {
    errorLog.report(log, {}, describeError(error), 'outbox could not be worked on')
  })
  return {
    close: async () => {
      closed = true
      const grace = setTimeout(() => ending.abort(), CLOSE_GRACE)
      await loop.close()
      clearTimeout(grace)
      errorLog.close()
    },
  }
}

/** Runs `work` again and again with a pause in between; after an error the next round comes all the same. */
function repeat(
  work: () => Promise<void>,
  pause: number,
  onError: (error: unknown) => void,
): { close: () => Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let closed = false
  function round(): void {
    running = work()
      .catch(onError)
      .then(() => {
        if (!closed) timer = setTimeout(round, pause).unref()
      })
  }
  round()
  return {
    close: async () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await running
    },
  }
}

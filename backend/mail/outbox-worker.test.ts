import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { HOUR_MS } from '@shop/contract/durations'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { inTransaction } from '../platform/database/database.ts'
import { ENGINES, openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { type MailServer, openMailServer, openSilentServer } from '../testing/servers/mail-server.ts'
import { testsOn } from '../testing/tests-on.ts'
import { enqueueMail, type NewMail } from './enqueue-mail.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { retryUnsent } from './outbox.repository.ts'
import { MAX_CONCURRENT, type OutboxWorker, startOutbox, waitAfter } from './outbox-worker.ts'
import type { TextWith } from './texts/mail-texts.ts'

const PUBLIC_URL = 'https://shop.example'
function question(subject: string, answer: string): TextWith<'inquiry_answer'>['values'] {
  return { subject, answer, day: 'November 23, 2026', message: [{ quote: answer }, { facts: [[answer, answer]] }] }
}

const MAIL: NewMail = {
  kind: 'contact',
  to: 'maker@shop.example',
  replyTo: 'jose@example.org',
  text: { name: 'inquiry_answer', values: question('A question', 'Is the <b>strap</b> replaceable?') },
}

describe.each(ENGINES)('the outbox on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let opened: TestStore
  let server: MailServer
  let lines: string[]
  let ahead: number
  const workers: OutboxWorker[] = []
  const children: ChildProcess[] = []
  beforeEach(async () => {
    opened = await openTestStore(engine)
    server = await openMailServer()
    lines = []
    ahead = 0
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
    await server.close()
    await opened.close()
  })

  const clock = () => new Date(Date.now() + ahead)
  const enqueue = (mail: Partial<NewMail> = {}) =>
    inTransaction(opened.store.database, (trx) => enqueueMail(trx, { ...MAIL, ...mail }, { now: clock(), shop }))
  /** Generous, since the machine may be busy; a server that gives no answer at all is given up sooner. */
  const mailerTo = (smtpUrl: string, timeout = 60_000) =>
    createMailer({ smtpUrl, publicUrl: PUBLIC_URL }, async () => shop, { connect: timeout, silence: timeout })
  function start(mailer: Mailer | null = mailerTo(server.url)): OutboxWorker {
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const worker = startOutbox({
      database: opened.store.database,
      mailer,
      log,
      clock,
      pollInterval: 20,
      closeGrace: 10,
    })
    workers.push(worker)
    return worker
  }
  const rows = () => opened.store.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  const states = async () => (await rows()).map(({ state }) => state)
  const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 50_000, interval: 10 })
  const messageIds = () => server.received.map(({ headers }) => headers.get('message-id')?.[0] ?? '')

  test('a message arrives once, with its own Message-ID, as text and HTML', async () => {
    const id = await enqueue()
    start()
    await eventually(states).toEqual(['sent'])
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail?.recipients).toEqual(['maker@shop.example'])
    expect(mail?.headers.get('message-id')).toEqual([`<${id}@shop.example>`])
    expect(mail?.headers.get('reply-to')).toEqual(['jose@example.org'])
    expect(mail?.headers.get('subject')).toEqual(['Re: A question'])
    expect(mail?.headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative;/)
    expect(mail?.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
    const [text, html] = mail?.parts ?? []
    expect(text?.content).toContain('Is the <b>strap</b> replaceable?')
    expect(html?.content).toContain('Is the &lt;b&gt;strap&lt;/b&gt; replaceable?')
    expect(html?.content).toContain('<meta name="color-scheme" content="light dark">')
  })

  test('a message without HTML is sent as text', async () => {
    const id = await enqueue()
    await opened.store.database.updateTable('outbox').set({ html: '' }).where('id', '=', id).execute()
    start()
    await eventually(states).toEqual(['sent'])
    expect(server.received[0]?.headers.get('content-type')?.[0]).toMatch(/^text\/plain/)
  })

  test('a message that was rolled back is never sent', async () => {
    await inTransaction(opened.store.database, async (trx) => {
      await enqueueMail(trx, MAIL, { now: clock(), shop })
      throw new Error('not after all')
    }).catch(() => {})
    const id = await enqueue()
    start()
    await eventually(states).toEqual(['sent'])
    expect(messageIds()).toEqual([`<${id}@shop.example>`])
  })

  test('a failed delivery is retried until the server recovers', async () => {
    await enqueue()
    server.behave('fail')
    start()
    await eventually(async () => (await rows())[0]).toMatchObject({
      state: 'waiting',
      claim: null,
      last_error: 'EMESSAGE 452',
    })
    server.behave('accept')
    expect(server.received).toEqual([])
    ahead += HOUR_MS
    await eventually(states).toEqual(['sent'])
    expect(server.received).toHaveLength(1)
    expect(lines.join('')).toContain('EMESSAGE 452')
    expect(lines.join('')).not.toMatch(/jose|maker@/)
  })

  onBoth('an email to an address that its server does not know fails at once, and can be sent again', async () => {
    server.behave('bounce')
    await enqueue({ to: 'jose@example.org' })
    start()
    await eventually(async () => (await rows())[0]).toMatchObject({ state: 'failed', last_error: 'EENVELOPE 550' })
    server.behave('accept')
    await enqueue()
    await eventually(states).toEqual(['failed', 'sent'])
    await retryUnsent(opened.store.database, null, clock())
    await eventually(states).toEqual(['sent', 'sent'])
    expect(lines.join('')).not.toMatch(/jose|maker@/)
  })

  test('a server that stalls or is unreachable loses nothing', async () => {
    const silent = await openSilentServer()
    const gone = await openMailServer()
    await gone.close()
    const mailers = [mailerTo(silent.url, 300), mailerTo(gone.url), mailerTo(server.url)]
    let current = mailers[0]
    const switching: Mailer = {
      send: async (mail, signal) => current?.send(mail, signal),
      close: () => {
        for (const mailer of mailers) mailer?.close?.()
      },
    }
    await Promise.all([enqueue(), enqueue()])
    start(switching)
    const errors = async () => (await rows()).map(({ claim, attempts, state }) => [claim, attempts, state])
    await eventually(errors).toEqual([
      [null, 1, 'waiting'],
      [null, 1, 'waiting'],
    ])
    current = mailers[1]
    ahead += HOUR_MS
    await eventually(errors).toEqual([
      [null, 2, 'waiting'],
      [null, 2, 'waiting'],
    ])
    current = mailers[2]
    ahead += HOUR_MS
    await eventually(states).toEqual(['sent', 'sent'])
    expect(new Set(messageIds()).size).toBe(2)
    expect(server.received).toHaveLength(2)
    await silent.close()
  })

  onBoth('ten messages are delivered at once, one a recipient, over connections that are kept', async () => {
    server.behave('hold')
    const people = Array.from({ length: 15 }, (_, index) => `person${index}@shop.example`)
    for (const to of ['person0@shop.example', ...people]) await enqueue({ to })
    start()
    await eventually(() => server.held()).toBe(MAX_CONCURRENT)
    expect(server.received.filter(({ recipients }) => recipients[0] === 'person0@shop.example')).toHaveLength(1)
    server.behave('accept')
    await eventually(async () => new Set(await states())).toEqual(new Set(['sent']))
    expect(server.received).toHaveLength(16)
    expect(server.connections()).toBe(MAX_CONCURRENT)
  })

  test('several nodes share one outbox, and each message arrives once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => enqueue()))
    for (let node = 0; node < 3; node += 1) start()
    await eventually(states).toEqual(Array.from({ length: 12 }, () => 'sent'))
    expect(server.received).toHaveLength(12)
    expect(new Set(messageIds()).size).toBe(12)
  })

  test('a message that arrived is not sent again where the database could not note that', async () => {
    const { database } = opened.store
    await sql`create trigger away before update on outbox when new.state = 'sent'
      begin select raise(abort, 'the database is away'); end`.execute(database)
    await enqueue()
    start()
    await eventually(() => lines.join('')).toContain('the database is away')
    // Longer than another worker may have it.
    ahead = HOUR_MS
    await sql`drop trigger away`.execute(database)
    await eventually(states).toEqual(['sent'])
    expect(server.received).toHaveLength(1)
  })

  test('closing aborts a stalled delivery, and the message stays', async () => {
    const silent = await openSilentServer()
    await enqueue()
    const worker = start(createMailer({ smtpUrl: silent.url, publicUrl: PUBLIC_URL }, async () => shop))
    await eventually(async () => (await rows())[0]?.attempts).toBe(1)
    await worker.close()
    expect(await rows()).toMatchObject([{ state: 'waiting', claim: null }])
    await silent.close()
  })

  test('without an email server messages stay, which is logged without personal data', async () => {
    start(null)
    const id = await enqueue()
    await eventually(() => lines.join('')).toContain(id)
    expect(lines.join('')).toContain('"kind":"contact"')
    expect(lines.join('')).not.toMatch(/jose|maker@|question/)
    expect(await states()).toEqual(['waiting'])
  })

  test.each(['jose@example.org, mallory@example.org', 'jose@example.org\r\nBcc: mallory@example.org', 'no address'])(
    'an address like %j is never used, and does not block other messages',
    async (to) => {
      await enqueue({ to, replyTo: to })
      await enqueue()
      start()
      await eventually(states).toEqual(expect.arrayContaining(['failed', 'sent']))
      expect(server.received.map(({ recipients }) => recipients)).toEqual([['maker@shop.example']])
    },
  )

  test("a visitor's text cannot add a header or a recipient", async () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 80 }).map((hostile) => hostile.replaceAll('\0', '')),
      fc.constantFrom(
        'x\r\nBcc: mallory@example.org',
        'x\nX-Evil: 1\n\nbody',
        'x\u2028Cc: a@b.co',
        '=?utf-8?q?=0ABcc:?=',
      ),
    )
    const hostile = fc.sample(text, 30)
    await inTransaction(opened.store.database, async (trx) => {
      for (const words of hostile) {
        const text = { name: 'inquiry_answer', values: question(words, words) } as const
        await enqueueMail(trx, { ...MAIL, replyTo: words, text }, { now: clock(), shop })
      }
    })
    // Each connection waits 100 ms for clients that talk before the server does.
    for (let node = 0; node < 6; node += 1) start()
    await eventually(() => server.received.length).toBe(hostile.length)
    for (const { recipients, headers } of server.received) {
      expect(recipients).toEqual(['maker@shop.example'])
      for (const name of headers.keys()) expect(HEADERS).toContain(name)
    }
  })

  test('kill -9 and restart lose nothing, and send no confirmed message again', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => enqueue()))
    const child = startProcess()
    await eventually(() => server.received.length).toBeGreaterThanOrEqual(3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // The leases of the killed process have expired.
    ahead += 2 * HOUR_MS
    start()
    await eventually(states).toEqual(ids.map(() => 'sent'))
    expect(new Set(messageIds())).toEqual(new Set(ids.map((id) => `<${id}@shop.example>`)))
    // Only a message that was being sent when the process was killed can be sent again, with the same Message-ID.
    expect(server.received.length).toBeLessThanOrEqual(ids.length + 1)
  })

  function startProcess(): ChildProcess {
    const { databaseUrl, dataDir } = opened.location
    const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/processes/outbox-process.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: dataDir,
        PUBLIC_URL,
        SMTP_URL: server.url,
        ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      },
      stdio: 'ignore',
    })
    children.push(child)
    return child
  }
})

const HEADERS = [
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'auto-submitted',
]

test('delays double, and retries end after about three days', () => {
  const waits = Array.from({ length: 19 }, (_, index) => waitAfter(index + 1) ?? 0)
  expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000])
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * HOUR_MS)
  expect(days).toBeGreaterThan(2)
  expect(days).toBeLessThan(4)
  expect(waitAfter(20)).toBeNull()
})

import { pino } from 'pino'
import { beforeEach, describe, expect } from 'vitest'
import { listAudit, writeAudits } from '../admin/audit/audit.repository.ts'
import { MODULES } from '../modules.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { deleteOldData, deleteUnlessClockJumped } from './retention.ts'

const NOW = new Date('2026-11-22T04:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000).toISOString()
const RETENTION = { mailDays: 90, sessionDays: 1, inquiryDays: 365, visitDays: 730, auditDays: 1095 }
const NEVER = { mailDays: null, sessionDays: null, inquiryDays: null, visitDays: null, auditDays: null }

describe.each(ENGINES)('retention on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const opened = eachTestStore(engine)
  let database: Database
  let lines: string[]
  beforeEach(async () => {
    database = opened.store.database
    lines = []
    await insertMails(database)
    await insertSessions(database)
    await insertMessages(database)
    await insertAdminRows(database)
    await database
      .insertInto('visits')
      .values([731, 729].map((days) => ({ page: '/', day: addDays(localDay(NOW), -days), views: 3 })))
      .execute()
  })

  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const textsOf = async () => {
    const mails = await database.selectFrom('outbox').select(['id', 'text', 'html']).orderBy('id').execute()
    return mails.map(({ id, text, html }) => [id, text + html])
  }

  onBoth('deletes old data, and nothing else', async () => {
    await insertLabels(database)
    await insertWithdrawnMails(database)
    await deleteOldData({ database, modules: MODULES, retention: RETENTION, log, clock: () => NOW })
    expect(await textsOf()).toEqual([
      ['failed', 'ab'],
      ['sent-long-ago', ''],
      ['sent-of-late', 'ab'],
      ['waiting', 'ab'],
    ])
    const sessions = await database.selectFrom('sessions').select('token_hash').execute()
    expect(sessions.map(({ token_hash }) => token_hash)).toEqual(['open'])
    const messages = await database.selectFrom('contact_messages').select('message_id').orderBy('message_id').execute()
    expect(messages.map(({ message_id }) => message_id)).toEqual(['answered-of-late', 'unanswered'])
    expect(await database.selectFrom('visits').selectAll().execute()).toHaveLength(1)
    const links = await database.selectFrom('account_links').select('token_hash').execute()
    expect(links).toEqual([{ token_hash: 'open' }])
    expect(await database.selectFrom('admin_sessions').select('id').execute()).toEqual([{ id: 'open' }])
    expect(await database.selectFrom('admin_verifications').select('id').execute()).toEqual([{ id: 'open' }])
    expect((await listAudit(database, {}, 10)).map(({ actor }) => actor)).toEqual(['of-late'])
    expect(await database.selectFrom('return_labels').select('token').execute()).toEqual([{ token: '89' }])
    const unsent = database.selectFrom('pay_links').select('link_id').where('withdrawn_mail', 'is not', null)
    expect(await unsent.execute()).toEqual([{ link_id: '89' }])
  })

  test('deletes nothing on the first day on which the clock is years ahead, and says so', async () => {
    const job = { holder: null, leased_until: null, failed_at: null, failure: null, note: null }
    await database
      .insertInto('jobs')
      .values({ name: 'retention', ...job, succeeded_at: daysAgo(1) })
      .execute()
    const ahead = new Date(NOW.getTime() + 4 * 365 * 24 * 60 * 60_000)
    const options = { database, modules: MODULES, retention: RETENTION, log }
    await deleteUnlessClockJumped({ ...options, clock: () => ahead })
    expect(await database.selectFrom('visits').selectAll().execute()).toHaveLength(2)
    expect(lines.join('')).toContain('check that the clock of this machine is right')
    await deleteUnlessClockJumped({ ...options, clock: () => NOW })
    expect(await database.selectFrom('visits').selectAll().execute()).toHaveLength(1)
  })

  test('logs how much was deleted in one line, or nothing', async () => {
    const options = { database, modules: MODULES, retention: RETENTION, log, clock: () => NOW }
    await deleteOldData(options)
    await deleteOldData(options)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        deleted: {
          mailTexts: 1,
          sessions: 1,
          accountLinks: 1,
          adminSessions: 1,
          verifications: 1,
          inquiries: 1,
          visits: 1,
          audit: 1,
          media: 0,
        },
      },
    ])
  })

  test('a period that is off deletes nothing', async () => {
    await deleteOldData({ database, modules: MODULES, retention: NEVER, log, clock: () => NOW })
    expect(lines).toEqual([])
    expect(await textsOf()).not.toContainEqual(['sent-long-ago', ''])
  })
})

async function insertMails(database: Database): Promise<void> {
  const mail = { kind: 'welcome', recipient: 'a@shop.example', reply_to: null, subject: 's', text: 'a', html: 'b' }
  const rest = { attempts: 1, next_attempt_at: daysAgo(100), claim: null, last_error: null, created_at: daysAgo(100) }
  await database
    .insertInto('outbox')
    .values([
      { ...mail, ...rest, id: 'sent-long-ago', state: 'sent', sent_at: daysAgo(91) },
      { ...mail, ...rest, id: 'sent-of-late', state: 'sent', sent_at: daysAgo(89) },
      { ...mail, ...rest, id: 'waiting', state: 'waiting', sent_at: null },
      { ...mail, ...rest, id: 'failed', state: 'failed', sent_at: null },
    ])
    .execute()
}

async function insertLabels(database: Database): Promise<void> {
  await placeOrder(database)
  const asked = { order_id: '100001', return_state: 'accepted', reason: 'Other', details: '', answer: '' } as const
  for (const days of [91, 89]) {
    const return_id = `100001-RMA${days}`
    await database
      .insertInto('order_returns')
      .values({ ...asked, return_id, asked_at: daysAgo(days) })
      .execute()
    const label = { return_id, token: String(days), type: 'image/png', data: new Uint8Array() } as const
    await database.insertInto('return_labels').values(label).execute()
  }
}

/** Inserts withdrawn emails of payment links, of the order with labels. */
async function insertWithdrawnMails(database: Database): Promise<void> {
  const link = { order_id: '100001', amount_cents: 1, mail_id: null, withdrawn_mail: '{}' }
  for (const days of [91, 89]) {
    const times = { created_at: daysAgo(days), expires_at: daysAgo(days - 7), withdrawn_at: daysAgo(days) }
    await database
      .insertInto('pay_links')
      .values({ ...link, ...times, link_id: String(days), token_hash: String(days) })
      .execute()
  }
}

async function insertSessions(database: Database): Promise<void> {
  const name = { first_name: 'A', last_name: 'B', email: 'a@shop.example', email_folded: 'a@shop.example' }
  await database
    .insertInto('customers')
    .values({ ...name, customer_id: 'c', password_hash: 'x', created_at: daysAgo(100), email_confirmed_at: null })
    .execute()
  await database
    .insertInto('sessions')
    .values([
      { token_hash: 'expired', customer_id: 'c', created_at: daysAgo(40), expires_at: daysAgo(2), device: null },
      { token_hash: 'open', customer_id: 'c', created_at: daysAgo(1), expires_at: daysAgo(-20), device: null },
    ])
    .execute()
  const link = { customer_id: 'c', purpose: 'confirm-address' as const, used_at: null }
  await database
    .insertInto('account_links')
    .values([
      { ...link, token_hash: 'expired', expires_at: daysAgo(2) },
      { ...link, token_hash: 'open', expires_at: daysAgo(-1) },
    ])
    .execute()
}

async function insertMessages(database: Database): Promise<void> {
  const message = { first_name: 'A', last_name: 'B', email: 'a@shop.example', reason: 'Other', reference: '' }
  const rest = { message: 'Hello', received_at: daysAgo(500), probable_spam: 0 }
  await database
    .insertInto('contact_messages')
    .values([
      { ...message, ...rest, message_id: 'answered-long-ago', answered_at: daysAgo(366) },
      { ...message, ...rest, message_id: 'answered-of-late', answered_at: daysAgo(364) },
      { ...message, ...rest, message_id: 'unanswered', answered_at: null },
    ])
    .execute()
}

async function insertAdminRows(database: Database): Promise<void> {
  const times = { created_at: daysAgo(40), updated_at: daysAgo(40) }
  await database
    .insertInto('admin_users')
    .values({
      id: 'ada',
      name: 'Ada',
      email: 'a@shop.example',
      email_verified: 0,
      two_factor_enabled: 0,
      role: 'owner',
      rights: '',
      ...times,
    })
    .execute()
  for (const [id, expires_at] of [
    ['expired', daysAgo(2)],
    ['open', daysAgo(-2)],
  ] as const) {
    await database
      .insertInto('admin_sessions')
      .values({ id, user_id: 'ada', token: id, user_agent: null, expires_at, ...times })
      .execute()
    await database
      .insertInto('admin_verifications')
      .values({ id, identifier: id, value: 'x', expires_at, ...times })
      .execute()
  }
  const entry = { action: 'order.noted', subject: { kind: 'order', id: '1' }, before: null, after: 'x' }
  await inTransaction(database, (trx) =>
    writeAudits(trx, [
      { ...entry, at: new Date(daysAgo(1096)), actor: 'long-ago' },
      { ...entry, at: new Date(daysAgo(1094)), actor: 'of-late' },
    ]),
  )
}

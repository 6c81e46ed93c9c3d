import { US_STATES } from '@shop/contract/address/us-states'
import { HOUR_MS } from '@shop/contract/durations'
import { beforeEach, expect, test } from 'vitest'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import { MODULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { getShopSettings, updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { storeEvent } from '../../settlement/gateway-events.repository.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findOpeningProblems } from './check-opening.ts'
import { findProblems } from './find-problems.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const KEYS = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 's' }
const REAL = {
  ...{ ...KEYS, BRAINTREE_ENVIRONMENT: 'production', PUBLIC_URL: 'https://bags.com', DEMO: 'off' },
  ...{ SMTP_URL: 'smtp://mail.bags.com', BACKUP_DIR: '/backups', TRUST_PROXY: '127.0.0.1' },
}

const EVENT = {
  kind: 'check',
  timestamp: NOW.toISOString(),
  transactionId: null,
  reference: null,
  disputeId: null,
  payload: '',
}

const opened = eachTestStore('sqlite')
const codes = async (changes: Record<string, string | undefined> = {}) => {
  const settings = readSettings({ ...REAL, ...changes })
  const found = await findOpeningProblems({ database: opened.store.database, settings, clock: () => NOW })
  return found.map(({ code }) => code)
}

beforeEach(async () => {
  const { database } = opened.store
  const states = Object.keys(US_STATES).map((state) => ({ state, collected: 0, delivery_taxed: 0, permit: '' }))
  await database.insertInto('tax_states').values(states).execute()
  await storeEvent(database, 'braintree', EVENT, NOW)
  await inTransaction(database, async (trx) => {
    const mail = { kind: 'test', to: 'ada@bags.com', text: { name: 'test', values: {} } } as const
    await enqueueMail(trx, mail, { now: NOW, shop: await getShopSettings(trx) })
    await trx.updateTable('outbox').set({ state: 'sent' }).where('kind', '=', 'test').execute()
  })
  await backUp(47)
})

async function backUp(hoursAgo: number): Promise<void> {
  const succeeded_at = new Date(NOW.getTime() - hoursAgo * HOUR_MS).toISOString()
  const { database } = opened.store
  await database.deleteFrom('jobs').where('name', '=', 'backup').execute()
  await database.insertInto('jobs').values({ name: 'backup', succeeded_at }).execute()
}

test('orders may be opened when nothing is missing', async () => {
  expect(await codes()).toEqual([])
})

test('a shop on this machine with demo data and keys of the sandbox may be opened to be tried', async () => {
  const demo = { BRAINTREE_ENVIRONMENT: 'sandbox', PUBLIC_URL: 'http://localhost:3000', DEMO: 'on' }
  expect(await codes(demo)).toEqual([])
  expect(await codes({ ...demo, DEMO: 'off' })).toEqual(['address_insecure', 'keys_sandbox'])
})

test('of two payment providers, the keys of the first decide for new payments, and demo data need both to charge no card', async () => {
  const found = async (environments: readonly ('sandbox' | 'production')[], DEMO: 'on' | 'off') => {
    const gateways = environments.flatMap(
      (BRAINTREE_ENVIRONMENT) => readSettings({ ...REAL, BRAINTREE_ENVIRONMENT }).gateways,
    )
    const settings = { ...readSettings({ ...REAL, DEMO }), gateways }
    const problems = await findOpeningProblems({ database: opened.store.database, settings, clock: () => NOW })
    return problems.map(({ code }) => code)
  }
  expect(await found(['sandbox', 'production'], 'off')).toEqual(['keys_sandbox'])
  expect(await found(['production', 'sandbox'], 'off')).toEqual([])
  expect(await found(['sandbox', 'production'], 'on')).toEqual(['demo_keys'])
  expect(await found(['production', 'sandbox'], 'on')).toEqual(['demo_keys'])
  expect(await found(['sandbox', 'sandbox'], 'on')).toEqual([])
})

test.each<[string, Record<string, string | undefined>, string]>([
  ['https', { PUBLIC_URL: 'http://bags.com' }, 'address_insecure'],
  [
    'keys',
    { ...Object.fromEntries(Object.keys(KEYS).map((key) => [key, undefined])), BRAINTREE_ENVIRONMENT: undefined },
    'keys_missing',
  ],
  ['production keys', { BRAINTREE_ENVIRONMENT: 'sandbox' }, 'keys_sandbox'],
  ['that demo data are off', { DEMO: 'on' }, 'demo_keys'],
  ['an email server', { SMTP_URL: undefined }, 'mail_not_set'],
])('%s is missing', async (_what, changes, code) => {
  expect(await codes(changes)).toEqual([code])
})

test('what is missing in the database is named', async () => {
  const { database } = opened.store
  await database.deleteFrom('delivery_options').execute()
  await database.deleteFrom('tax_states').where('state', 'in', ['OR', 'WA']).execute()
  await database.deleteFrom('gateway_events').execute()
  await database.updateTable('outbox').set({ state: 'waiting' }).execute()
  await backUp(49)
  expect(await codes()).toEqual([
    'mail_untested',
    'delivery_missing',
    'tax_undecided',
    'backup_missing',
    'webhook_missing',
  ])
})

test('a missing webhook is named with the address that Braintree is told', async () => {
  const { database } = opened.store
  await database.deleteFrom('gateway_events').execute()
  const [webhook] = await findOpeningProblems({ database, settings: readSettings(REAL), clock: () => NOW })
  expect(webhook?.remedy).toContain('https://bags.com/api/webhooks/braintree')
})

test('each has a way to mend it', async () => {
  const settings = readSettings({ DEMO: 'off', PUBLIC_URL: 'http://bags.com' })
  const found = await findOpeningProblems({ database: opened.store.database, settings, clock: () => NOW })
  expect(found.map(({ code }) => code)).toContain('keys_missing')
  for (const { text, remedy, severity } of found) {
    expect([severity, [text, remedy].join(' ')]).toEqual(['error', expect.stringMatching(/^[A-Z].*\.$/)])
  }
})

test('the doctor says what an open shop has lost, once, and of a paused one nothing of it', async () => {
  const { database } = opened.store
  const settings = { ...readSettings({ ...REAL, SMTP_URL: undefined }), ...opened.location }
  const textsOf = async () => {
    const found = await findProblems({ database, settings, clock: () => NOW, modules: MODULES }, { thorough: false })
    return found.filter(({ code }) => ['mail_not_set', 'webhook_missing'].includes(code)).map(({ code }) => code)
  }
  await database.deleteFrom('gateway_events').execute()
  expect(await textsOf()).toEqual(['mail_not_set'])
  await inTransaction(database, (trx) => updateShopSettings(trx, { orders: 'open' }))
  expect((await textsOf()).toSorted()).toEqual(['mail_not_set', 'webhook_missing'])
})

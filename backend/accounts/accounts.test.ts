import { accountCalls } from '@shop/contract/accounts/calls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { buildApp } from '../app.ts'
import { composeWords } from '../mail/enqueue-mail.ts'
import { ownWords } from '../mail/texts/mail-texts.ts'
import { inTransaction } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { BOTH_ENGINES, createEmptyDatabase, openTestStore } from '../testing/servers/engines.ts'
import { welcomeMail } from './account.mail.ts'
import { insertCustomer, listKnownCustomerIds } from './accounts.repository.ts'
import { buildCustomer } from './build-customer.ts'
import { normalizeEmail } from './normalize.ts'
import { createPasswords } from './password-hash.ts'

const PRODUCTION = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/
const cheap = createPasswords({ memory: 8, passes: 1, parallelism: 1 })

test('the default is the full cost', async () => {
  const { store, location, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const app = await buildApp({ settings: readSettings({ DATA_DIR: location.dataDir }), store, storefront: null })
  onTestFinished(() => app.close())
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example', password: 'engine1843' }
  const payload = { ...body, loginId: body.email }
  expect((await app.inject({ method: 'POST', url: accountCalls.signUp.path, payload })).statusCode).toBe(200)
  const [customer] = await store.database.selectFrom('customers').select('password_hash').execute()
  expect(customer?.password_hash).toMatch(PRODUCTION)
  expect(createPasswords().dummyHash).toMatch(PRODUCTION)
})

test('a hash includes its parameters, and no two are alike', async () => {
  const [one, other] = await Promise.all([cheap.hash('backpack40'), cheap.hash('backpack40')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(one).not.toBe(other)
})

test('a password verifies in any Unicode form, and no other password does', async () => {
  const hash = await cheap.hash('cafe\u0301 40')
  expect(await cheap.verify('café 40', hash)).toBe(true)
  expect(await cheap.verify('cafe 40', hash)).toBe(false)
})

test('a hash with other parameters, made elsewhere, verifies too', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await cheap.verify('password', hash)).toBe(true)
  expect(await cheap.verify('passwore', hash)).toBe(false)
})

test('the dummy hash costs the same and accepts no password', async () => {
  const work = (hash: string) => hash.replace(/\$[^$]+\$[^$]+$/, '')
  expect(work(cheap.dummyHash)).toBe(work(await cheap.hash('x')))
  expect(await cheap.verify('', cheap.dummyHash)).toBe(false)
})

test("hashing beyond the queue's limit is rejected, and what is queued finishes", async () => {
  const responses = await Promise.allSettled(Array.from({ length: 160 }, () => cheap.verify('x', cheap.dummyHash)))
  const rejected = responses.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(12)
  expect(rejected[0]).toMatchObject({ reason: { name: 'OverloadedError' } })
})

const LINKS = { publicUrl: 'https://shop.example', link: 'https://shop.example/confirm-address#token=x' }
const STRANGER = { first_name: 'You won at evil.example', last_name: 'Call 555-0100', email: 'ada@shop.example' }

test('nothing typed at sign-up is repeated to the unconfirmed address', () => {
  const { text } = welcomeMail(STRANGER, shop, LINKS)
  expect(JSON.stringify(composeWords(text, ownWords(text.name), shop))).not.toMatch(/You won|evil|Call 555/)
})

test('it names a contact, and promises nothing that the shop cannot do', () => {
  const { text, replyTo } = welcomeMail(STRANGER, shop, LINKS)
  const mail = composeWords(text, ownWords(text.name), shop)
  expect(mail.text).toContain(`Let us know at ${shop.supportEmail}`)
  expect(replyTo).toBe(shop.supportEmail)
  expect(mail.text).not.toContain('close the account')
})

test.each([
  ['  aDA@eXAMPLE.ORG ', 'ada@example.org'],
  ['jose\u0301@example.org', 'josé@example.org'],
  ['\u200b\uff21da@example.org\ufeff', 'ada@example.org'],
  ['o’neil@anne‑marie.example', "o'neil@anne-marie.example"],
])('%j is normalized to %j', (typed, normalized) => {
  expect(normalizeEmail(typed)).toBe(normalized)
})

test.each([
  ['a Kelvin sign', 'mar\u212a@example.org', 'mark@example.org'],
  ['a long s', '\u017fam@example.org', 'sam@example.org'],
  ['a dotless i', 'l\u0131sa@example.org', 'lisa@example.org'],
  ['an Angstrom sign', '\u212bsa@example.org', 'åsa@example.org'],
  ['a ligature', '\ufb01a@example.org', 'fia@example.org'],
])('%s is another address', (_name, one, other) => {
  for (const typed of [one, one.toUpperCase(), one.normalize('NFC')].filter((text) => normalizeEmail(text) === text)) {
    if (typed !== other) expect(normalizeEmail(typed)).not.toBe(normalizeEmail(other))
  }
  expect(normalizeEmail(one)).not.toBe(normalizeEmail(other))
})

describe.each(BOTH_ENGINES)('the accounts of an older database on %s', (engine) => {
  test('are normalized by the migration', async () => {
    const { database, close } = await createEmptyDatabase(engine)
    onTestFinished(close)
    await migrate(database, '0007-checkout')
    const person = { firstName: 'Mark', lastName: 'K', email: 'Mar\u212a.É@Example.org', password: 'engine1843' }
    const passwords = createPasswords({ memory: 8, passes: 1, parallelism: 1 })
    // The column came later.
    const { email_confirmed_at: _, ...customer } = await buildCustomer(person, new Date(0), passwords)
    await database
      .insertInto('customers')
      .values({ ...customer, email_folded: 'mark.é@example.org' })
      .execute()
    await migrate(database)
    const [updated] = await database.selectFrom('customers').select('email_folded').execute()
    expect(updated?.email_folded).toBe(normalizeEmail(person.email))
  })
})

const PASSWORDS = createPasswords({ memory: 8, passes: 1, parallelism: 1 })
const PERSON = { firstName: 'Ada', lastName: 'Lovelace', password: 'backpack40' }

describe.each(BOTH_ENGINES)('customers on %s', (engine) => {
  test('of many ids those that exist are found, with a query for hundreds of them', async () => {
    const { store, close } = await openTestStore(engine)
    const { database } = store
    const build = (email: string) => buildCustomer({ ...PERSON, email }, new Date(), PASSWORDS)
    const customers = [await build('ada@shop.example'), await build('kim@shop.example')]
    await inTransaction(database, async (trx) => {
      for (const customer of customers) await insertCustomer(trx, customer)
    })
    const known = customers.map(({ customer_id }) => customer_id)
    let queries = 0
    const counting = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1
        return result
      },
    })
    const ids = [...known, ...Array.from({ length: 1000 }, (_, index) => `nobody-${index}`), ...known]
    expect(await listKnownCustomerIds(counting, ids)).toEqual(new Set(known))
    expect(queries).toBe(3)
    await close()
  })
})

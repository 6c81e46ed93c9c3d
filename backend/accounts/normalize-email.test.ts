import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { BOTH_ENGINES, createEmptyDatabase } from '../testing/engines.ts'
import { buildCustomer } from './build-customer.ts'
import { normalizeEmail } from './normalize.ts'
import { createPasswords } from './password-hash.ts'

test.each([
  ['  aDA@eXAMPLE.ORG ', 'ada@example.org'],
  ['jose\u0301@example.org', 'josé@example.org'],
])('%j is normalized to %j', (typed, normalized) => {
  expect(normalizeEmail(typed)).toBe(normalized)
})

test.each([
  ['a Kelvin sign', 'mar\u212a@example.org', 'mark@example.org'],
  ['a long s', '\u017fam@example.org', 'sam@example.org'],
  ['a dotless i', 'l\u0131sa@example.org', 'lisa@example.org'],
  ['an Angstrom sign', '\u212bsa@example.org', 'åsa@example.org'],
  ['full-width letters', '\uff21da@example.org', 'ada@example.org'],
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

import { describe, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { BOTH_ENGINES, createEmptyDatabase, openTestStore } from '../testing/servers/engines.ts'
import { insertCustomer, listKnownCustomerIds } from './accounts.repository.ts'
import { buildCustomer } from './build-customer.ts'
import { normalizeEmail } from './normalize.ts'
import { createPasswords } from './password-hash.ts'

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
  test('the ids that exist are found among many, with a query for hundreds of them', async () => {
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

import { describe, expect, test } from 'vitest'
import { inTransaction } from '../database/database.ts'
import { BOTH_ENGINES, openTestStore } from '../testing/engines.ts'
import { insertCustomer, listKnownCustomerIds } from './accounts.repository.ts'
import { buildCustomer } from './build-customer.ts'
import { createPasswords } from './password-hash.ts'

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

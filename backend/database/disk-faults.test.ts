import { contactCalls } from '@shop/contract/contact'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { listInquiries } from '../contact/contact.repository.ts'
import { openTestShop } from '../testing/test-shop.ts'

const KIM = { firstName: 'Kim', lastName: 'Visitor', email: 'kim@shop.example', reason: 'Feedback' }
/** More than fit into the pages that the database has. */
const MAX_MESSAGES = 200

// SQLite's own limits have the effect of a full and of a read-only disk; `tests/faults` has real ones.
test.each([
  ['is full', 'max_page_count = 1', 'max_page_count = 1000000'],
  ['may only be read', 'query_only = on', 'query_only = off'],
])('a disk that %s is a clear error, loses no acknowledged write, and is used again', async (_, fault, repair) => {
  const shop = await openTestShop('sqlite')
  onTestFinished(() => shop.close())
  const pragma = (text: string) => sql`pragma ${sql.raw(text)}`.execute(shop.store.database)
  const acknowledged: string[] = []
  const write = async (number: number) => {
    const message = `${number} ${'strap '.repeat(300)}`.trim()
    const response = await shop.app.inject({
      method: 'POST',
      url: contactCalls.contactUs.path,
      payload: { ...KIM, message },
      remoteAddress: `10.0.0.${number}`,
    })
    if (response.statusCode === 200) acknowledged.push(message)
    return response
  }

  expect((await write(0)).statusCode).toBe(200)
  await pragma(fault)
  let failed = await write(1)
  for (let number = 2; failed.statusCode === 200 && number < MAX_MESSAGES; number += 1) failed = await write(number)
  expect([failed.statusCode, failed.json()]).toEqual([
    503,
    expect.objectContaining({ success: false, error: 'unavailable', message: expect.any(String) }),
  ])
  expect((await shop.app.inject('/api/products')).statusCode).toBe(200)

  await pragma(repair)
  expect((await write(MAX_MESSAGES)).statusCode).toBe(200)
  const stored = await listInquiries(shop.store.database, 'all')
  expect(stored.map(({ message }) => message).toSorted()).toEqual(acknowledged.toSorted())
})

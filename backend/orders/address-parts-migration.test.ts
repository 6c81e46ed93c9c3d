import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../platform/database/migrations/0065-address-parts.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { addressText, labelProblem, taxStateOf } from './order-address.ts'
import { findOrder, type StoredOrder } from './orders.repository.ts'

const PARTS = { address1: '12 MAIN ST', address2: 'APT 4', city: 'SALEM', state: 'MA', zip: '01970' }
const LINES = '12 MAIN ST\nAPT 4\nSALEM, MA 01970'

describe.each(BOTH_ENGINES)('an update of orders from before (%s)', (engine) => {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore(engine)
    const { database } = opened.store
    const before: Record<string, Partial<StoredOrder>> = {
      placed: { ...PARTS, delivery_address: LINES },
      imported: { delivery_address: '1 Derby St\nSalem, MA 1970\nUS' },
      named: { delivery_address: 'Acme Inc.\n1 Derby St\nSalem, Mass. 01970' },
      elsewhere: { state: 'TX', delivery_address: '1 Derby St\nSalem, MA 01970' },
      abroad: { delivery_address: '1 King St\nToronto, ON M5V 2T6\nCanada' },
      short: { delivery_address: '1 Derby St\nSalem, MA' },
      forgotten: { delivery_address: 'CA 94612' },
      none: { state: 'CA' },
    }
    for (const [order_id, columns] of Object.entries(before)) await placeOrder(database, { order_id, ...columns })
    for (const column of ['company', 'region', 'country']) {
      await sql`alter table orders drop column ${sql.ref(column)}`.execute(database)
    }
    await up(database)
  })
  afterAll(() => opened.close())
  const find = async (orderId: string) => {
    const order = await findOrder(opened.store.database, orderId)
    if (order === null) throw new Error(orderId)
    return order
  }

  test.each([
    ['placed', { ...PARTS, region: 'MA', country: 'US', delivery_address: null }, LINES],
    ['imported', { address1: '1 Derby St', city: 'Salem', region: 'MA', zip: '01970' }, '1 Derby St\nSalem, MA 01970'],
    ['named', { company: 'Acme Inc.', address1: '1 Derby St' }, 'Acme Inc.\n1 Derby St\nSalem, MA 01970'],
    ['elsewhere', { state: 'TX', region: 'MA', zip: '01970' }, '1 Derby St\nSalem, MA 01970'],
    ['forgotten', { region: 'CA', zip: '94612', city: null, delivery_address: null }, 'CA 94612'],
    ['none', { state: 'CA', region: null, country: null }, null],
  ])('has the parts of one that can be read for certain (%s)', async (orderId, columns, text) => {
    const order = await find(orderId)
    expect(order).toMatchObject(columns)
    expect(addressText(order)).toBe(text)
  })

  test('keeps the text of one that cannot, and says why it makes no label', async () => {
    const [abroad, short] = await Promise.all([find('abroad'), find('short')])
    expect([addressText(abroad), abroad.address1]).toEqual(['1 King St\nToronto, ON M5V 2T6\nCanada', null])
    for (const order of [abroad, short]) expect(labelProblem(order)).toContain('We can’t tell the street')
    expect([taxStateOf(abroad), taxStateOf(short), taxStateOf(await find('forgotten'))]).toEqual([null, 'MA', 'CA'])
  })
})

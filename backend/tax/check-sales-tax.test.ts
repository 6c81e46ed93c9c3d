import { describe, expect, test } from 'vitest'
import { buildOrder, type OrderDraft } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { checkSalesTax } from './check-sales-tax.ts'

const NOW = new Date('2026-11-25T12:00:00')
const WHO = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }

describe.each(BOTH_ENGINES)('sales of a state on %s', (engine) => {
  const { opened, sell, textsOf } = withStore(engine)

  test('from 80 % of $100,000 in 12 months the accountant is to be asked, with goods and delivery of all channels', async () => {
    await sell({ state: 'WA', channel: 'phone' }, 4_000_000)
    await sell({ state: 'WA', channel: 'fair', delivery_cents: 499, order_date: '2025-11-25' }, 3_999_500)
    expect(await textsOf()).toEqual([])
    await sell({ state: 'WA' }, 1)
    expect(await textsOf()).toEqual([
      'Orders to Washington total $80,000.00 in 12 months. Many states require sales tax once sales reach $100,000.00. Ask your accountant whether the shop has to collect it there.',
    ])
  })

  test('older orders, cancelled ones and those without a state do not count, nor states where it is collected', async () => {
    await sell({ state: 'WA', order_date: '2025-11-24' }, 9_000_000)
    await sell({ state: 'WA', order_status: 'cancelled' }, 9_000_000)
    await sell({ state: null }, 9_000_000)
    await sell({ state: 'TX' }, 9_000_000)
    const decision = { state: 'TX', collected: 1, delivery_taxed: 0, permit: '' }
    await opened.store.database.insertInto('tax_states').values(decision).execute()
    expect(await textsOf()).toEqual([])
  })
})

function withStore(engine: (typeof BOTH_ENGINES)[number]) {
  const opened = eachTestStore(engine)
  let number = 700_000
  async function sell(draft: Partial<OrderDraft>, price_cents: number): Promise<void> {
    number += 1
    const item = { product_id: '101', product_name: 'Campus', price_cents, quantity: 1, image_file: null }
    const order = { order_id: String(number), order_date: '2026-11-24', ...WHO, ...draft, items: [item] }
    await inTransaction(opened.store.database, (trx) => insertOrders(trx, [buildOrder(order)]))
  }
  const textsOf = async () =>
    (await checkSalesTax({ database: opened.store.database, clock: () => NOW })).map(
      ({ text, remedy }) => `${text} ${remedy}`,
    )
  return { opened, sell, textsOf }
}

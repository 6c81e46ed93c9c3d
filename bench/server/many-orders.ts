import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { findOrder } from '../../backend/orders/orders.repository.ts'
import { openStore } from '../../backend/platform/database/database.ts'
import { median } from '../load.ts'

const LOOKUP_COUNT = 2000

/** Milliseconds that one order lookup takes among this many orders of two items, in SQLite, after as many to warm up. */
export async function findOrderAmong(orders: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    fillOrders(join(dataDir, 'shop.sqlite'), orders)
    const times: number[] = []
    for (let i = 0; i < 2 * LOOKUP_COUNT; i += 1) {
      const orderId = String(200_001 + ((i * 7919) % orders))
      const started = performance.now()
      const found = await findOrder(store.database, orderId)
      if (i >= LOOKUP_COUNT) times.push(performance.now() - started)
      if (found === null) throw new Error(`order ${orderId} was not found`)
    }
    return median(times)
  } finally {
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Inserts orders of two items each with plain SQL. Their names, addresses and prices differ, as those of people do. */
export function fillOrders(file: string, orders: number): void {
  const database = new DatabaseSync(file)
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${orders})`
  const name = (bytes: number) => `hex(randomblob(${bytes}))`
  const below = (count: number) => `abs(random() % ${count})`
  database.exec(`
    insert into orders (order_id, first_name, last_name, email, address1, city, region, zip, country, order_date,
      order_status, total_cents, tax_cents, tax_rate_millionths, delivery_cents)
    ${numbers}
    select 200000 + i, ${name(3)}, ${name(4)}, ${name(5)} || '@example.org', ${below(9999)} || ' ' || ${name(5)} || ' St',
      ${name(4)}, 'CA', 90001 + ${below(6000)}, 'US', date('2016-01-01', '+' || (i % 3600) || ' days'), 'processing',
      2000 + ${below(30_000)}, ${below(2000)}, 82500, 599
    from n`)
  for (const position of [0, 1]) {
    database.exec(`
      insert into order_items (order_item_id, order_id, position, product_id, product_name, price_cents, quantity)
      ${numbers}
      select (200000 + i) || '-' || ${position}, 200000 + i, ${position}, 100 + (i % 200), 'Bag ' || (i % 200),
        2000 + ${below(15_000)}, 1
      from n`)
  }
  database.close()
}

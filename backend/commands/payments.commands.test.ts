import { DAY_MS } from '@shop/contract/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../tests/gateway/start-gateway.ts'
import { findPlacement } from '../checkout/placements.repository.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'

// One for each test: the command compares everything that the gateway made.
let gateway: Gateway
let shop: OpenShop
beforeEach(async () => {
  gateway = await startGateway()
  shop = await openPlacingShop('sqlite', gateway)
})
afterEach(async () => {
  await shop.close()
  await gateway.stop()
})

async function place(): Promise<{ reference: string; orderId: string }> {
  const body = await shop.buildBody()
  await shop.place(body)
  const { reference = '', order_id = '' } = (await findPlacement(shop.store.database, body.key)) ?? {}
  return { reference, orderId: order_id ?? '' }
}

function compare() {
  const since = localDay(new Date(shop.clock().getTime() - 20 * DAY_MS))
  return runTestCommand(shop, ['payments', 'reconcile', '--since', since])
}

test('nothing to do is said in one line', async () => {
  await place()
  const { lines, failed } = await compare()
  expect([lines, failed]).toEqual([
    ['One payment was compared. New orders: 0. Voided without an order: 0. Updated from the gateway: 0.'],
    false,
  ])
})

test('a second charge under the reference of an order is named each time, and the command fails', async () => {
  const { reference, orderId } = await place()
  const second = await gateway.charge({ reference, cents: 15_800 })
  for (let time = 0; time < 2; time += 1) {
    const { lines, failed } = await compare()
    expect([lines?.slice(1), failed]).toEqual([
      [
        `$158.00 was charged a second time for order # ${orderId} (transaction ${second}). Refund it, or link it to an order, under Payments in the admin.`,
      ],
      true,
    ])
  }
})

test('an expired reservation that was charged anew is named', async () => {
  const { reference, orderId } = await place()
  const [first] = await gateway.transactions([reference])
  await gateway.move({ id: first?.id ?? '', status: 'authorization_expired' })
  shop.passTime(12 * DAY_MS)
  await gateway.set({ clockAhead: 12 * DAY_MS })
  const second = await gateway.charge({ reference, cents: 15_800 })
  const { lines, failed } = await compare()
  expect([lines, failed]).toEqual([
    [
      'One payment was compared. New orders: 0. Voided without an order: 0. Updated from the gateway: 1.',
      `$158.00 was charged a second time for order # ${orderId} (transaction ${second}). Refund it, or link it to an order, under Payments in the admin.`,
    ],
    true,
  ])
})

test('second sales that are only authorized are voided without a task', async () => {
  const { reference } = await place()
  const others = [
    await gateway.charge({ reference, cents: 15_800, status: 'authorized' }),
    await gateway.charge({ reference, cents: 5000, status: 'authorized' }),
  ]
  const { lines, failed } = await compare()
  expect([lines, failed]).toEqual([
    ['One payment was compared. New orders: 0. Voided without an order: 2. Updated from the gateway: 0.'],
    false,
  ])
  const found = await gateway.transactions([reference])
  expect(found.map(({ id, status }) => [others.includes(id), status]).toSorted()).toEqual([
    [false, 'authorized'],
    [true, 'voided'],
    [true, 'voided'],
  ])
})

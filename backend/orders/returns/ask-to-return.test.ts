import { DAY_MS } from '@shop/contract/durations'
import { RETURN_DETAILS_LENGTH } from '@shop/contract/returns/calls'
import { expect, test } from 'vitest'
import { returnedOrders } from '../../testing/orders/returned-orders.ts'

const { shop, daysAgo, arrive, ask, one, returnsOf, mailsOf } = returnedOrders()

test('a request that cannot be is refused with a sentence, and nothing is asked for', async () => {
  for (const orderId of ['600041', '600042']) await arrive(orderId)
  for (const [what, items, more, status] of [
    ['no quantity', [{ order_item_id: '600041-1', quantity: 0 }], {}, 400],
    ['a negative one', [{ order_item_id: '600041-1', quantity: -1 }], {}, 400],
    ['a broken one', [{ order_item_id: '600041-1', quantity: 1.5 }], {}, 400],
    ['a billion', [{ order_item_id: '600041-1', quantity: 1_000_000_000 }], {}, 400],
    ['one more than was bought', [{ order_item_id: '600041-1', quantity: 3 }], {}, 409],
    ['an item of another order', [{ order_item_id: '600042-1', quantity: 1 }], {}, 409],
    ['nothing', [], {}, 400],
    ['another reason', one('600041'), { reason: 'Just because' }, 400],
    ['a text that is too long', one('600041'), { details: 'x'.repeat(RETURN_DETAILS_LENGTH + 1) }, 400],
    ['a NUL character', one('600041'), { details: 'a\0b' }, 400],
    ['somebody else’s order', one('600041'), { email: 'eve@example.org' }, 404],
  ] as const) {
    const refused = await ask('600041', [...items], more)
    expect(refused.statusCode, what).toBe(status)
    expect(refused.json().message).toMatch(/\.$/)
  }
  expect((await returnsOf('600041')).returns).toEqual([])
  expect(await mailsOf('600041')).toEqual([])
})

test('a return is asked for once', async () => {
  await arrive('600051')
  expect((await ask('600051', one('600051', 2))).statusCode).toBe(200)
  const again = await ask('600051', one('600051', 2))
  expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining('can no longer be returned')])
  expect((await returnsOf('600051')).returns).toHaveLength(1)
})

// Last, since time passes.
test('day 15 after the delivery is accepted, day 16 is not, also on a page that was opened before', async () => {
  await arrive('600031', 15)
  await arrive('600032', 15)
  expect((await ask('600031', one('600031'))).statusCode).toBe(200)
  expect(await returnsOf('600032')).toMatchObject({ last_day: daysAgo(0), is_over: false, returnable: [{}, {}] })
  shop.passTime(DAY_MS)
  expect(await returnsOf('600032')).toMatchObject({ last_day: daysAgo(1), is_over: true, returnable: [] })
  const late = await ask('600032', one('600032'))
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Returns are accepted within 15 days of delivery, and that time has passed. Please write to us.',
  ])
})

test('one order can have ten return requests in six hours, which limits emails to the family', async () => {
  await arrive('600099')
  const statuses = []
  for (let at = 0; at < 11; at += 1) statuses.push((await ask('600099', one('600099', 99))).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429])
})

import { adminAudit } from '@shop/contract/audit/admin'
import { describe, expect } from 'vitest'
import { findOrder } from '../orders/orders.repository.ts'
import { discountCodesOn } from '../testing/orders/discount-codes.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'

describe.each(ENGINES)('a discount code on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { owner, db, enter, list, get, setState, change, take, undo } = discountCodesOn(engine)

  test('a new one is paused, and is on once an owner turns it on', async () => {
    expect((await enter({}, '  summer ')).statusCode).toBe(200)
    expect(await get()).toMatchObject({ code: 'SUMMER', state: 'paused', status: 'paused', uses: 0, version: 0 })
    await setState('on')
    expect(await get()).toMatchObject({ state: 'on', status: 'on', version: 1 })
  })

  test.each([
    ['of one character', 'A', {}, 'code'],
    ['of emoji', '🎒🎒🎒', {}, 'code'],
    ['of 101 %', 'SUMMER', { value: 101 }, 'terms.value'],
    ['of nothing', 'SUMMER', { value: 0 }, 'terms.value'],
    [
      'whose period ends before it begins',
      'SUMMER',
      { starts_on: '2026-12-02', ends_on: '2026-12-01' },
      'terms.ends_on',
    ],
    ['on a day that there is not', 'SUMMER', { starts_on: '2026-02-30' }, 'terms.starts_on'],
    ['for no order', 'SUMMER', { max_uses: 0 }, 'terms.max_uses'],
  ])('one %s is refused beside its field, and nothing is entered', async (_, code, terms, field) => {
    const response = await enter(terms, code)
    expect([response.statusCode, response.json().details[0].field]).toEqual([400, field])
    expect(response.json().details[0].message).toMatch(/^[A-Z].+$/)
    expect(await list()).toEqual([])
  })

  test('a second one of the same name is refused, also once the first has ended', async () => {
    await enter()
    await setState('ended')
    const response = await enter({}, 'Summer')
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'There is already a code SUMMER (it may have ended).',
    ])
  })

  test('one that someone else has changed in between stays as they left it', async () => {
    await enter()
    expect((await change({ value: 15 }, 0, 'summer')).statusCode).toBe(200)
    expect((await change({ value: 20 }, 0)).statusCode).toBe(409)
    expect(await get()).toMatchObject({ value: 15, version: 1 })
    expect((await change({ value: 15 }, 1)).json()).toEqual({ audit_id: null })
  })

  test('one that has ended is on again only by an undo, and an unused one goes with the undo of its entry', async () => {
    const entered = (await enter()).json<{ audit_id: number }>().audit_id
    const ended = (await setState('ended')).json<{ audit_id: number }>().audit_id
    const refused = await setState('on')
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The code SUMMER has ended. Please enter another one.',
    ])
    expect((await undo(ended)).statusCode).toBe(200)
    expect(await get()).toMatchObject({ state: 'paused' })
    expect((await undo(entered)).statusCode).toBe(200)
    expect(await list()).toEqual([])
  })

  onBoth('the changes name the products that it is for', async () => {
    await enter({ product_ids: ['101', '107'] })
    const [entry] = (await owner().call(adminAudit.listAudit)).json().entries
    expect(Object.keys(entry.names)).toEqual(['101', '107'])
  })

  test('one that an order has used stays, and its order as it is', async () => {
    const entered = (await enter()).json<{ audit_id: number }>().audit_id
    await setState('on')
    const { orderId } = await take()
    await setState('paused')
    const refused = await undo(entered)
    expect(refused.statusCode).toBe(409)
    expect(await findOrder(db(), orderId)).toMatchObject({ discount_code: 'SUMMER' })
    await take({ discount_code: null })
    await setState('on')
    await take()
    const fewer = await change({ max_uses: 1 }, (await get())?.version ?? 0)
    expect([fewer.statusCode, fewer.json().message]).toEqual([
      409,
      'The code SUMMER was used 2 times already, so it can’t be limited to fewer orders.',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { cardOrdersOf } from '../../tests/gateway/shops/card-orders.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { checkBooks } from './check-books.ts'

describe.each(ENGINES)('the figures of Sales on %s', (engine) => {
  const { shop, place } = cardOrdersOf(engine)
  const db = () => shop().store.database
  const sums = () => db().selectFrom('sales_sums').select(['day', 'goods_cents']).where('day', '<', 'm').execute()

  test('figures that are not those of the orders are named to the cent, orders wrongly to refund by number, and a command corrects both', async () => {
    await place()
    await db().updateTable('sales_sums').set({ goods_cents: 1 }).where('day', '<', 'm').execute()
    const [{ day = '' } = {}] = await sums()
    const find = async () =>
      (await checkBooks({ database: db(), settings: { smtpUrl: null }, clock: () => new Date(), thorough: true })).map(
        ({ code, text }) => [code, text],
      )
    expect(await find()).toEqual([
      [
        'books_wrong',
        expect.stringContaining(`${day} card OR online: Product sales $0.01, and the orders come to $158.00`),
      ],
    ])
    await runTestCommand(shop(), ['books', 'recount'])
    expect(await find()).toEqual([])
    expect((await sums()).reduce((sum, { goods_cents }) => sum + Number(goods_cents), 0)).toBe(15_800)
    const { order_id } = await db().selectFrom('orders').select('order_id').executeTakeFirstOrThrow()
    await db().insertInto('orders_to_refund').values({ order_id }).execute()
    expect(await find()).toEqual([
      ['to_refund_wrong', `One order is missing in To refund or wrongly in it: # ${order_id}.`],
    ])
    await runTestCommand(shop(), ['books', 'recount'])
    expect(await find()).toEqual([])
    await db().deleteFrom('order_transactions').execute()
    expect(await find()).toEqual([['books_wrong', expect.any(String)]])
    await runTestCommand(shop(), ['books', 'recount'])
    expect(await find()).toEqual([])
  })
})

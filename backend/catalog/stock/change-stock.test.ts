import { describe, expect, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findProduct } from '../catalog.repository.ts'
import { addStock } from '../stock.repository.ts'
import { changeStock, setStock } from './change-stock.ts'

const ROUNDS = 10

describe.each(BOTH_ENGINES)('a change of stock on %s', (engine) => {
  const opened = eachTestStore(engine)

  test('is taken back once, also by two at the same instant', async () => {
    const { database } = opened.store
    const context = { database, clock: () => new Date(), actor: 'command', rules: UNDO_RULES }
    const stockOf = async () => (await findProduct(database, '101'))?.stock_quantity
    const before = await stockOf()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { audit_id } = await changeStock(context, { product_id: '101', delta: -1, note: 'Fair' })
      const undos = await Promise.allSettled([undoChange(context, audit_id), undoChange(context, audit_id)])
      expect(undos.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await stockOf()).toBe(before)
    }
  })

  test('that was counted replaces the stock that was seen, and no other', async () => {
    const { database } = opened.store
    const context = { database, clock: () => new Date(), actor: 'command' }
    const before = (await findProduct(database, '101'))?.stock_quantity ?? 0
    for (const seen of [before - 1, before + 1]) {
      const counted = [{ product_id: '101', seen, stock: 3 }]
      await expect(setStock(context, counted, { note: '' })).rejects.toThrow(
        `was ${seen} when you looked, and is now ${before}.`,
      )
    }
    expect((await findProduct(database, '101'))?.stock_quantity).toBe(before)
    await setStock(context, [{ product_id: '101', seen: before, stock: 3 }], { note: '' })
    expect((await findProduct(database, '101'))?.stock_quantity).toBe(3)
  })

  test('by a list is refused where a piece is sold once the list is compared', async () => {
    const { database } = opened.store
    const { stock_quantity: seen = 0 } = (await findProduct(database, '101')) ?? {}
    let toSell = 1
    const selling = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (toSell > 0 && result.rows.some((row) => 'price_cents' in row)) {
          toSell -= 1
          await inTransaction(database, (trx) => addStock(trx, [{ product_id: '101', quantity: -1 }]))
        }
        return result
      },
    })
    const context = { database: selling, clock: () => new Date(), actor: 'command' }
    const set = (known: number | null) =>
      setStock(context, [{ product_id: '101', seen: known, stock: 3 }], { note: '' })
    await expect(set(seen)).rejects.toThrow(`was ${seen} when you looked, and is now ${seen - 1}.`)
    expect((await findProduct(database, '101'))?.stock_quantity).toBe(seen - 1)
    // Where any stock may be replaced the list is compared again.
    toSell = 1
    await set(null)
    expect((await findProduct(database, '101'))?.stock_quantity).toBe(3)
  })
})

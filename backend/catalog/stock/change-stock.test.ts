import { describe, expect, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findProduct } from '../catalog.repository.ts'
import { changeStock } from './change-stock.ts'

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
})

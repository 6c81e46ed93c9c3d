import { expect, test } from 'vitest'
import { UNDO_RULES } from '../../modules.ts'
import { ORDER_UNDO_RULES } from './order-undo-rules.ts'

test('what pays back, promises a later day or answers a return is undone by owners only', () => {
  const actions = Object.entries(ORDER_UNDO_RULES).flatMap(([action, { ownersOnly }]) => (ownersOnly ? action : []))
  expect(actions.toSorted()).toEqual([
    'order.delayed',
    'order.refunded',
    'order.return_accepted',
    'order.return_declined',
  ])
})

test('what the history of an order offers to undo, the list of all changes does, too', () => {
  expect(UNDO_RULES).toMatchObject(ORDER_UNDO_RULES)
})

import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adminPlannedChanges } from './planned-changes.ts'

const plan = (changes: object, local = '2026-11-27T06:00') =>
  z.safeParse(adminPlannedChanges.planChange.body, { local, changes, version: 0 }).success

test('a planned change changes something, and nothing but price, status and texts', () => {
  expect([plan({ price_cents: 7900 }), plan({}), plan({ price_cents: 7900, stock_quantity: 1 })]).toEqual([
    true,
    false,
    false,
  ])
})

test('it has a day and a time, to the minute', () => {
  const at = (local: string) => plan({ price_cents: 7900 }, local)
  expect([at('2026-11-27'), at('2026-11-27T06:00:00Z'), at('11/27/2026 06:00')]).toEqual([false, false, false])
})

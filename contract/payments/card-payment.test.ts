import { expect, test } from 'vitest'
import { CARD_PAYMENT_STATES, isInEffect, isToBeCharged } from './card-payment.ts'

test('an operation that failed or was withdrawn is not in effect', () => {
  const states = ['due', 'sent', 'watched', 'done', 'rejected', 'withdrawn'] as const
  expect(states.filter((state) => isInEffect({ state }))).toEqual(['due', 'sent', 'watched', 'done'])
})

test('a reservation is to be charged until that is asked for, and again where that failed', () => {
  expect(CARD_PAYMENT_STATES.filter((state) => isToBeCharged(state, []))).toEqual(['authorized'])
  const after = (kind: 'capture' | 'authorize', state: 'due' | 'done' | 'rejected') =>
    isToBeCharged('authorized', [{ kind, state }])
  expect([after('capture', 'due'), after('capture', 'rejected'), after('authorize', 'done')]).toEqual([
    false,
    true,
    true,
  ])
})

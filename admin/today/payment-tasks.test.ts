import { expect, test } from 'vitest'
import { paymentTasksOf } from './payment-tasks.ts'

const NOTHING = {
  ...{ unmatched: 0, failed: 0, checking: 0, held: { soon: 0, now: 0 } },
  ...{ disputes: { open: 0, reply_by: null }, alarm_until: null },
}

test('without card payments, and where nothing waits, there is no task', () => {
  expect(paymentTasksOf(null)).toEqual([])
  expect(paymentTasksOf(NOTHING)).toEqual([])
})

test('tasks that can lose money come first and are urgent', () => {
  const waiting = {
    ...{ unmatched: 1, failed: 2, checking: 3, held: { soon: 4, now: 5 } },
    ...{ disputes: { open: 1, reply_by: null }, alarm_until: '2026-11-22T12:00:00.000Z' },
  }
  expect(paymentTasksOf(waiting).map(({ title, color }) => `${color}: ${title}`)).toEqual([
    'brick: Many cards are being declined',
    'brick: 1 disputed payment to answer',
    'brick: 1 charge without an order',
    'brick: 2 requests to the gateway failed',
    'brick: 5 orders to ship before the reservation expires',
    'amber: 4 payments reserved for several days',
    'amber: 3 payments being checked',
  ])
})

test('a dispute says by when it has to be answered', () => {
  const disputes = { open: 2, reply_by: '2026-11-30' }
  const [task] = paymentTasksOf({ ...NOTHING, disputes })
  expect(task).toMatchObject({ title: '2 disputed payments to answer', action: { to: '/payments/disputes' } })
  expect(task?.detail).toMatch(/^The next one is due by .*30/)
})

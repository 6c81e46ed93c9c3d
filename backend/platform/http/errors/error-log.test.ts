import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createErrorLog, describeError } from './error-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const timeOut = () => new Error('Query read timeout')
const connectionError = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

test('repeated errors are logged once, then once a second with their count', () => {
  const error = vi.fn()
  const log = createErrorLog()
  for (let time = 0; time < 1000; time += 1)
    log.report({ error }, { route: '/api/orders' }, describeError(timeOut()), 'request failed')
  expect(error.mock.calls).toEqual([
    [{ route: '/api/orders', error: expect.objectContaining({ message: 'Query read timeout' }) }, 'request failed'],
  ])
  vi.advanceTimersByTime(1000)
  expect(error).toHaveBeenCalledTimes(2)
  expect(error).toHaveBeenLastCalledWith(expect.objectContaining({ count: 999 }), 'request failed, repeatedly')
  vi.advanceTimersByTime(60_000)
  expect(error).toHaveBeenCalledTimes(2)
  log.report({ error }, {}, describeError(timeOut()), 'request failed')
  expect(error).toHaveBeenCalledTimes(3)
})

test('a single repetition is counted too, after a second or when the log is closed', () => {
  const error = vi.fn()
  const log = createErrorLog()
  const report = () => log.report({ error }, {}, describeError(timeOut()), 'request failed')
  const counted = [expect.objectContaining({ count: 1 }), 'request failed, repeatedly']
  for (let time = 0; time < 2; time += 1) report()
  vi.advanceTimersByTime(1000)
  expect(error.mock.calls.slice(1)).toEqual([counted])
  report()
  log.close()
  expect(error.mock.calls.slice(1)).toEqual([counted, counted])
})

test('another cause is logged at once', () => {
  const error = vi.fn()
  const log = createErrorLog()
  log.report({ error }, {}, describeError(timeOut()), 'request failed')
  log.report({ error }, {}, describeError(connectionError()), 'request failed')
  expect(error).toHaveBeenCalledTimes(2)
})

test('errors without a message are distinguished by where they happened', () => {
  const error = vi.fn()
  const log = createErrorLog()
  const here = () => new Error('Key (email)=(ada@shop.example) exists')
  const there = () => new Error('Key (email)=(ada@shop.example) exists')
  for (const make of [here, there, here]) log.report({ error }, {}, describeError(make()), 'request failed')
  expect(error).toHaveBeenCalledTimes(2)
})

test('pending counts are logged when the shop closes', () => {
  const error = vi.fn()
  const log = createErrorLog()
  for (let time = 0; time < 3; time += 1) log.report({ error }, {}, describeError(timeOut()), 'request failed')
  log.close()
  expect(error).toHaveBeenLastCalledWith(expect.objectContaining({ count: 2 }), 'request failed, repeatedly')
  vi.advanceTimersByTime(60_000)
  expect(error).toHaveBeenCalledTimes(2)
})

test.each([
  [timeOut(), 'Query read timeout'],
  [new Error('timeout exceeded when trying to connect'), 'timeout exceeded when trying to connect'],
  [connectionError(), 'connect ECONNREFUSED 127.0.0.1:5432'],
  [
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    'canceling statement due to statement timeout',
  ],
])('the message of a timeout is logged: %s', (error, message) => {
  expect(describeError(error)).toMatchObject({ message })
})

test('a message that may contain user input is not logged', () => {
  const error = Object.assign(new Error('invalid input: "ada@shop.example, Query read timeout"'), { code: '22P02' })
  expect(JSON.stringify(describeError(error))).not.toContain('ada')
  expect(describeError(new Error('Key (email)=(ada@shop.example) exists'))).toMatchObject({ message: undefined })
})

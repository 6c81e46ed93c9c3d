import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'
import { logKeptAnswers } from './request-log.ts'

test('a line tells method, route, status and time, never what was asked', async () => {
  const shop = await openTestShop('sqlite')
  await shop.app.inject({ url: '/api/orderDetail?orderId=17&firstName=Secret&lastName=Name&email=a@b.example' })
  await shop.app.inject({ method: 'POST', url: '/api/track-visit', payload: { page: '/hidden-page' } })
  const lines = shop
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  await shop.close()
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: '/api/orderDetail', status: 200 }))
  expect(JSON.stringify(lines)).not.toMatch(/Secret|hidden-page|b\.example|127\.0\.0\.1/)
})

test('answers given from memory are summed up', () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const observed: number[] = []
  const { count, close } = logKeptAnswers(
    () => log,
    (_method, _status, answers) => observed.push(answers),
  )
  for (const status of [200, 200, 304]) count('GET', status)
  close()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: 'GET', route: 'kept', status: 200, answers: 2 }),
    expect.objectContaining({ method: 'GET', route: 'kept', status: 304, answers: 1 }),
  ])
  expect(observed).toEqual([2, 1])
})

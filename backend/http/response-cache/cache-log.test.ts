import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createCacheLog } from './cache-log.ts'

test('cached responses are logged as a count', () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const observed: number[] = []
  const { count, close } = createCacheLog(
    () => log,
    (_method, _status, responses) => observed.push(responses),
  )
  for (const status of [200, 200, 304]) count('GET', status)
  close()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: 'GET', route: 'cached', status: 200, responses: 2 }),
    expect.objectContaining({ method: 'GET', route: 'cached', status: 304, responses: 1 }),
  ])
  expect(observed).toEqual([2, 1])
})

import { expect, test } from 'vitest'
import { limitUncachedPages } from './pages.routes.ts'

const pagesUntilRejected = (processes: number) => {
  const limit = limitUncachedPages(() => new Date(0), processes)
  for (let pages = 0; ; pages += 1) {
    try {
      limit.count('198.51.100.1')
    } catch {
      return pages
    }
  }
}

test('the processes of a machine share the limit, down to one page a second', () => {
  expect([1, 2, 4, 5, 16].map(pagesUntilRejected)).toEqual([300, 150, 75, 60, 60])
})

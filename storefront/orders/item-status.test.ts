import { describe, expect, it } from 'vitest'
import { shownStatus } from './item-status.ts'

describe('statuses (R27)', () => {
  it.each([
    ['cancelled', 'cancelled'],
    ['Cancelled', 'cancelled'],
    ['REFUNDED', 'refunded'],
    ['pending', ''],
    ['canceled', ''],
    ['', ''],
    [null, ''],
  ])('%o is shown as %o', (status, shown) => {
    expect(shownStatus(status)).toBe(shown)
  })
})

import { MAX_PERCENT } from '@shop/contract/admin/several-products'

export type Direction = 'up' | 'down'

/** A percentage as people type it, `5` or `2.5 %`, with its sign by the direction; a sentence when it is none. */
export function readPercent(text: string, direction: Direction): { percent: number } | { error: string } {
  const plain = text.trim().replace(/\s*%$/, '')
  if (!/^\d{1,3}(\.\d)?$/.test(plain) || Number(plain) === 0) {
    return { error: 'Please write a percentage such as 5 or 2.5' }
  }
  const most = MAX_PERCENT[direction]
  if (Number(plain) > most) return { error: `At most ${most} percent at once` }
  return { percent: direction === 'up' ? Number(plain) : -Number(plain) }
}

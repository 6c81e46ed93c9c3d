import { expect, test } from 'vitest'
import { createPool } from './reused-shops.ts'

test('a shop that is closed twice is lent to one test at a time', async () => {
  const use = createPool<{ id: number; close: () => Promise<void> }>()
  let opened = 0
  const open = async () => {
    opened += 1
    const shop = { id: opened, close: async () => {} }
    return { lend: async () => shop, reset: async () => true, close: shop.close }
  }
  const first = await use('shop', open)
  await first.close()
  await first.close()
  const [second, third] = [await use('shop', open), await use('shop', open)]
  expect([second.id, third.id]).toEqual([1, 2])
})

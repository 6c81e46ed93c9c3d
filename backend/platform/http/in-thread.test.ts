import { join } from 'node:path'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { adminOrderImports } from '@shop/contract/orders/import'
import { expect, test } from 'vitest'
import { signInAs } from '../../testing/admin-visitor.ts'
import { failToParse, fillMemory, lengthOf, parseForever } from '../../testing/servers/hostile-parser.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { inThread } from './in-thread.ts'

const MODULE = join(import.meta.dirname, '../../testing/servers/hostile-parser.ts')

test('a parser runs in a thread of its own, and its result comes back', async () => {
  expect(await inThread(MODULE, lengthOf, ['bags'])).toBe(4)
})

test('an upload that takes too long is refused with a sentence, and the next one is read', async () => {
  const late = inThread(MODULE, parseForever, [], { maxMs: 200 })
  const next = inThread(MODULE, lengthOf, ['bags'])
  await expect(late).rejects.toThrow('Please import it in parts.')
  expect(await next).toBe(4)
})

test('an upload that takes too much memory is refused with a sentence, and the next one is read', async () => {
  const full = inThread(MODULE, fillMemory, [], { maxMemoryMb: 40 })
  await expect(full).rejects.toThrow('takes more memory than the shop has for it')
  expect(await inThread(MODULE, lengthOf, ['bags'])).toBe(4)
})

test('what a parser throws is thrown to its caller', async () => {
  await expect(inThread(MODULE, failToParse, [])).rejects.toThrow('this cannot be parsed')
})

test('of many uploads at once some are asked to try again, and the others are all read', async () => {
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => inThread(MODULE, lengthOf, ['bags'])))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

test('tables that are uploaded, of orders and of products, are read in such threads', async () => {
  const shop = await openTestShop('sqlite')
  const helper = await signInAs(shop, 'helper')
  const threads: unknown[] = []
  const note = (thread: unknown) => threads.push(thread)
  process.on('worker', note)
  await helper.call(adminOrderImports.previewOrdersImport, { text: 'order_id', columns: null })
  expect(threads).toHaveLength(1)
  await helper.call(adminSeveralProducts.previewImport, { csv: 'product_id' })
  expect(threads).toHaveLength(2)
  process.off('worker', note)
  await shop.close()
})

import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { adminOrderImports } from '@shop/contract/orders/import'
import { expect, test } from 'vitest'
import { signInAs } from '../../testing/admin-visitor.ts'
import {
  bytesIn,
  failToParse,
  filesOf,
  fillMemory,
  lengthOf,
  lengthOfList,
  parseForever,
} from '../../testing/servers/hostile-parser.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { inThread } from './in-thread.ts'

const MODULE = join(import.meta.dirname, '../../testing/servers/hostile-parser.ts')

test('a parser runs in a thread of its own, and its result comes back', async () => {
  expect(await inThread(MODULE, lengthOf, ['bags'])).toBe(4)
})

test('bytes are handed to the thread, and take no memory here afterwards', async () => {
  const bytes = new Uint8Array(2_000_000)
  expect(await inThread(MODULE, bytesIn, [bytes])).toBe(2_000_000)
  expect(bytes.byteLength).toBe(0)
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

test('an error of a parser is thrown to its caller', async () => {
  await expect(inThread(MODULE, failToParse, [])).rejects.toThrow('this cannot be parsed')
})

test('some of many uploads at once are asked to try again, and the others are all read', async () => {
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => inThread(MODULE, lengthOf, ['bags'])))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3)
})

/** Starts a thread anew for the next upload, and returns how many threads have been started since. */
async function countThreads(): Promise<{ count: () => number; end: () => void }> {
  await inThread(MODULE, failToParse, []).catch(() => {})
  let started = 0
  const note = () => {
    started += 1
  }
  process.on('worker', note)
  return { count: () => started, end: () => void process.off('worker', note) }
}

test('unused memory is collected before a large upload is read', async () => {
  const left = new WeakRef({})
  await nextTurn()
  // Not at once where another test has just collected.
  const isCollected = async () => {
    await inThread(MODULE, bytesIn, [new Uint8Array(2_000_000)])
    return left.deref() === undefined
  }
  await expect.poll(isCollected).toBe(true)
})

test('the import of what was previewed is read in the same thread, unless reading it took much memory or failed', async () => {
  const threads = await countThreads()
  expect([await inThread(MODULE, lengthOf, ['bags']), await inThread(MODULE, lengthOf, ['bag'])]).toEqual([4, 3])
  expect(threads.count()).toBe(1)
  const much = '"'.repeat(10_000_000)
  expect(await inThread(MODULE, lengthOfList, [much])).toBe(much.length)
  expect(threads.count()).toBe(1)
  await inThread(MODULE, lengthOf, ['bags'])
  expect(threads.count()).toBe(2)
  await expect(inThread(MODULE, parseForever, [], { maxMs: 200 })).rejects.toThrow('in parts')
  await inThread(MODULE, lengthOf, ['bags'])
  expect(threads.count()).toBe(3)
  await inThread(MODULE, bytesIn, [new Uint8Array(2_000_000)])
  await inThread(MODULE, lengthOf, ['bags'])
  expect(threads.count()).toBe(4)
  threads.end()
})

test.each(['catalog/import/pack-products.ts', 'orders/import/import-parts.ts'])(
  'the thread that reads by %s loads no database, which takes most of its start and memory',
  async (module) => {
    const threads = await countThreads()
    const files = await inThread(MODULE, filesOf, [join(import.meta.dirname, '../..', module)])
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => /kysely|platform\/database/.test(file))).toEqual([])
    expect(threads.count()).toBe(1)
    threads.end()
  },
)

test('tables that are uploaded, of orders and of products, are read in such threads', async () => {
  const shop = await openTestShop('sqlite')
  const helper = await signInAs(shop, 'helper')
  for (const upload of [
    () => helper.call(adminOrderImports.previewOrdersImport, { text: 'order_id', columns: null }),
    () => helper.call(adminSeveralProducts.previewImport, { csv: 'product_id' }),
  ]) {
    const threads = await countThreads()
    await upload()
    expect(threads.count()).toBe(1)
    threads.end()
  }
  await shop.close()
})

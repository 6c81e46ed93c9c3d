import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../testing/orders.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')
let folder: string
beforeAll(async () => {
  await placeOrder(shop.store.database)
  folder = await mkdtemp(join(tmpdir(), 'shop-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(['orders export', 'orders export-labels', 'books export', 'inquiries export'])(
  '%s writes a file in which Excel shows accents right',
  async (name) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.csv`)
    await runTestCommand(shop, [...name.split(' '), file])
    const bytes = await readFile(file)
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.indexOf('\uFEFF', 1)).toBe(-1)
  },
)

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startShop } from '../harness/shop-server.ts'

test.skipIf(!existsSync('/proc/self/task'))(
  'a start leaves no process beside the shop, such as one that makes pictures ahead of visitors',
  async () => {
    const shop = await startShop({}, { program: 'scripts/start.ts' })
    onTestFinished(async () => void (await shop.stop()))
    // Answered once the start has done all that follows its greeting.
    expect((await fetch(`${shop.address}/healthz`)).status).toBe(200)
    expect(await readFile(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8')).toBe('')
  },
)

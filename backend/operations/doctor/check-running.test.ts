import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { noteRunningShop, sqliteFile } from '../../platform/database/database.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { checkRunning } from './check-running.ts'

test('a running shop that lost the file of its last changes is found, which another process cannot see', async () => {
  const { app, location, close } = await openTestShop('sqlite')
  onTestFinished(close)
  expect(await checkRunning(location)).toEqual([])
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(noteRunningShop(location, { version: '1.0.0', address, pid: process.pid }))
  expect(await checkRunning(location)).toEqual([])
  await rm(`${sqliteFile(location.dataDir)}-wal`)
  expect(await checkRunning(location)).toMatchObject([
    { code: 'shop_not_ready', severity: 'error', text: expect.stringContaining(address) },
  ])
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { expectGoodScreen } from './good-screen.ts'
import { signInFirstOwner } from './sign-in.ts'

let server: ShopServer
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backups-'))
  server = await startShop({ BACKUP_DIR: folder })
})
test.afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('an owner makes a backup, checks it and downloads it', async ({ page }) => {
  await signInFirstOwner(page, server)

  await test.step('makes one and leaves the page meanwhile', async () => {
    await page.goto(`${server.address}/admin/backups`)
    await page.getByRole('button', { name: 'Make a backup now' }).click()
    await expect(page.getByText(/The backup is (being )?made/)).toBeVisible()
    await page.goto(`${server.address}/admin`)
    await page.goto(`${server.address}/admin/backups`)
    await expect(page.getByText('The backup is made')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'By hand' })).toHaveCount(1)
  })

  const name = (await readdir(folder)).find((file) => /^by-hand-.*\.tar$/.test(file)) ?? ''
  await test.step('checks it', async () => {
    await page.getByRole('button', { name: `Check ${name}` }).click()
    await expect(page.getByText(`${name} is good`)).toBeVisible()
    await expect(page.getByText('came back the same')).toBeVisible()
  })

  await test.step('reads how it is restored, and downloads it', async () => {
    await expect(page.getByText(`npm run shop -- backup restore ${folder}/`)).toBeVisible()
    await expectGoodScreen(page, 'backups')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${name}` }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
})

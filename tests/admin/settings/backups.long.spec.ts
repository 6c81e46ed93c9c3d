import { readdir } from 'node:fs/promises'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expect, openFromMore, newcomerTest as test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'

test('an owner makes a backup by hand, checks it, reads how it is restored, and downloads it', async ({
  page,
  server,
  backupDir,
}) => {
  await signInFirstOwner(page.request, await printedInvite(server))
  await page.goto('/admin')

  await test.step('makes a backup, and leaves the page while it runs', async () => {
    await openFromMore(page, 'Backups')
    await page.getByRole('button', { name: 'Make a backup now' }).click()
    await expect(page.getByText(/Making the backup|Backup made/)).toBeVisible()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await openFromMore(page, 'Backups')
    await expect(page.getByText('Backup made')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Manual' })).toHaveCount(1)
  })

  await test.step('checks it, reads how it is restored, and downloads it', async () => {
    const name = (await readdir(backupDir)).find((file) => /^by-hand-.*\.tar$/.test(file)) ?? ''
    await page.getByRole('button', { name: `Check ${name}` }).click()
    await expect(page.getByText(`${name} is good`)).toBeVisible()
    await expect(page.getByText(/ matched, /)).toBeVisible()
    await expect(page.getByText(`npm run shop -- backup restore ${backupDir}/`)).toBeVisible()
    await expectGoodScreen(page, 'backups')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${name}` }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
})

import { readdir } from 'node:fs/promises'
import { expect, openFromMore, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

test('an owner makes a backup, checks it and downloads it', async ({ page, backupDir }) => {
  await test.step('makes one and leaves the page meanwhile', async () => {
    await page.goto('/admin/backups')
    await page.getByRole('button', { name: 'Make a backup now' }).click()
    await expect(page.getByText(/The backup is (being )?made/)).toBeVisible()
    await page.getByRole('link', { name: 'Today' }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await openFromMore(page, 'Backups')
    await expect(page.getByText('The backup is made')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'By hand' })).toHaveCount(1)
  })

  const name = (await readdir(backupDir)).find((file) => /^by-hand-.*\.tar$/.test(file)) ?? ''
  await test.step('checks it', async () => {
    await page.getByRole('button', { name: `Check ${name}` }).click()
    await expect(page.getByText(`${name} is good`)).toBeVisible()
    await expect(page.getByText('came back the same')).toBeVisible()
  })

  await test.step('reads how it is restored, and downloads it', async () => {
    await expect(page.getByText(`npm run shop -- backup restore ${backupDir}/`)).toBeVisible()
    await expectGoodScreen(page, 'backups')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Download ${name}` }).click()
    expect((await download).suggestedFilename()).toBe(name)
  })
})

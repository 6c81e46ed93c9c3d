import { expect, test } from '@playwright/test'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { expectGoodScreen } from './good-screen.ts'
import { signInFirstOwner } from './sign-in.ts'

let server: ShopServer
test.beforeAll(async () => {
  server = await startShop()
})
test.afterAll(() => server.stop())

test('an owner renames the shop, which its pages say, and takes that back', async ({ page }) => {
  await signInFirstOwner(page, server)
  const shopTitle = async () => (await page.request.get(server.address)).text()

  await test.step('sees what waits', async () => {
    await page.goto(`${server.address}/admin`)
    await expect(page.getByText('to ship')).toBeVisible()
    await expectGoodScreen(page, 'today-with-orders')
  })

  await test.step('saves a name, and the shop shows it', async () => {
    await page.goto(`${server.address}/admin/settings`)
    const name = page.getByLabel('Name', { exact: true })
    await expectGoodScreen(page, 'settings')
    await name.fill(' ')
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await expect(page.getByText('name must not be empty.')).toBeVisible()
    await name.fill('Rucksack and Daughters')
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await expect(page.getByText('Saved. Every page says so within a second')).toBeVisible()
    await expect.poll(shopTitle).toContain('Rucksack and Daughters')
  })

  await test.step('takes it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect.poll(shopTitle).not.toContain('Rucksack and Daughters')
  })

  await test.step('invites a helper', async () => {
    await page.getByRole('button', { name: 'Invite a helper' }).click()
    await expect(page.getByText('/admin/invite#')).toBeVisible()
    await expectGoodScreen(page, 'invitation')
  })
})

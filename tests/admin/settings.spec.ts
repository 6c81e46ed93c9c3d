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

  await test.step('changes a delivery option, and is asked where somebody else has changed it meanwhile', async () => {
    const costs = async () => {
      const options = await (await page.request.get(`${server.address}/api/api/delivery-options`)).json()
      return options.map(({ delivery_cost }: { delivery_cost: number }) => delivery_cost)
    }
    const form = page.getByRole('region', { name: 'Delivery options' })
    const cost = form.getByLabel('Cost').first()
    const save = form.getByRole('button', { name: 'Save the delivery options' })
    const [before] = await costs()
    await cost.fill('4,95')
    await save.click()
    await expect(form.getByText('Please write dollars such as 4.95')).toBeVisible()
    await expect(cost).toBeFocused()
    await cost.fill('7.35')

    const { options: seen } = await (await page.request.get(`${server.address}/api/admin/delivery-options`)).json()
    const wanted = [{ ...seen[0], estimated_days: 9 }, ...seen.slice(1)]
    const headers = { origin: server.address }
    await page.request.post(`${server.address}/api/admin/delivery-options`, { data: { wanted, seen }, headers })
    await save.click()
    await expect(form.getByText('Somebody else has changed this')).toBeVisible()
    await form.getByRole('button', { name: 'Go on with mine' }).click()
    await save.click()
    await expect(page.getByText('Saved. The checkout shows it within a second')).toBeVisible()
    await expect.poll(async () => (await costs())[0]).toBe(7.35)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(async () => (await costs())[0]).toBe(before)
  })

  await test.step('invites a helper', async () => {
    await page.getByRole('button', { name: 'Invite a helper' }).click()
    await expect(page.getByText('/admin/invite#')).toBeVisible()
    await page.getByRole('button', { name: 'Rates of the 50 states' }).click()
    await expect(page.getByLabel('California')).toHaveValue(/^\d/)
    await expectGoodScreen(page, 'invitation')
  })
})

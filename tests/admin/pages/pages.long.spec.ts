import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

test('the return policy is edited by keyboard, looked at, saved, brought back from its history and undone', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/pages')
  await page.getByRole('link', { name: 'Return policy' }).press('Enter')
  const days = page.getByRole('textbox', { name: 'Days after delivery' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(days).toHaveValue('15')
  await days.fill('0')
  await expect(page.getByText('Please enter a number of days from 1 to 365.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the page' })).toBeDisabled()
  await expectGoodScreen(page, 'page-problem')
  await days.fill('30')
  await page.getByRole('checkbox', { name: 'With proof of purchase' }).press('Space')
  await page.getByRole('button', { name: 'Show the page' }).press('Enter')
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('We accept returns within 30 days of delivery')).toContainText(
    'if the item is unused and in its original packaging.',
  )
  await expectGoodScreen(page, 'page-preview')
  await save.press('Enter')
  await expect(page.getByText('Version 1,')).toBeVisible()
  const product = async () => (await page.request.get(`${server.address}/product/101`)).text()
  await expect.poll(product).toMatch(/Returns within (<!-- -->)?30(<!-- -->)? days/)
  await page.getByRole('button', { name: 'Reset all to default' }).press('Enter')
  await expect(days).toHaveValue('15')
  await save.press('Enter')
  await expect(page.getByText('Version 2,')).toBeVisible()
  // Without the notifications of both.
  await page.reload()
  await page.getByRole('button', { name: 'Restore version 1' }).press('Enter')
  await expect(days).toHaveValue('30')
  await save.press('Enter')
  await undoChange(page, '"Return policy" is saved', () => expect(page.getByText('Version 3,')).toBeVisible())
  await expect(days).toHaveValue('15')
})

test('the opening of Home has another picture and other words, which two people do not overwrite', async ({
  page,
  post,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/pages/home')
  await page.getByRole('button', { name: 'Choose another picture: First screen, Picture', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search by name').fill('place')
  await expectGoodScreen(page, 'page-pictures', '[role=dialog]')
  await dialog.getByRole('button', { name: 'place-pegs.jpg' }).press('Enter')
  await expect(page.getByText('Please describe the picture, for people')).toBeVisible()
  await page.getByRole('textbox', { name: 'What it shows' }).first().fill('Our pegs')
  const words = page.getByRole('textbox', { name: 'Below the headline' })
  await words.fill('Sewn by <b>us</b> 👜')
  await page.getByRole('button', { name: 'Show the page' }).press('Enter')
  await expect(page.frameLocator('iframe').getByText('Sewn by <b>us</b> 👜')).toBeVisible()
  await expect(page.frameLocator('iframe').getByRole('img', { name: 'Our pegs' })).toBeVisible()
  await post('/api/admin/pages', { page: 'home', values: { hero: 'Sewn by them' }, version: 0 })
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' })
  await expect(conflict.getByText('Sewn by them')).toBeVisible()
  await conflict.getByRole('button', { name: 'Save mine' }).press('Enter')
  await expect(page.getByText('Version 2,')).toBeVisible()
  const home = await (await page.request.get(server.address)).text()
  expect(home).toContain('Sewn by &lt;b&gt;us&lt;/b&gt; 👜')
  expect(home).toContain('alt="Our pegs"')
})

import { expect, ON_PHONES, ONCE, test } from './fixtures.ts'

test('what is typed into a filter is never taken back, however slow the page', ONCE, async ({ page, shop }) => {
  await shop.open()
  await shop.filter({})
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const field = page.getByRole('main').getByLabel('Search', { exact: true })
  await field.pressSequentially('slim blue', { delay: 200 })
  await expect(page).toHaveURL(/q=slim\+blue/)
  await expect(field).toHaveValue('slim blue')
  await expect(shop.card('Campus Slim Backpack, Grey')).toHaveCount(0)
  await expect(shop.card('Campus Slim Backpack, Blue')).toBeVisible()
})

test(
  'a price that is no amount filters nothing, is told beside the field, and stays to be mended',
  ONCE,
  async ({ page, shop }) => {
    await shop.open()
    const all = await shop.cards().count()
    await shop.filter({})
    const field = page.getByRole('main').getByLabel('Price from')
    await field.fill('8x')
    await expect(page.getByRole('main').getByText('Please enter an amount in dollars')).toBeVisible()
    await field.blur()
    await expect(field).toHaveValue('8x')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(shop.cards()).toHaveCount(all)
    await field.fill('80')
    await expect(page).toHaveURL(/min=80/)
    await expect(page.getByRole('main').getByText('Please enter an amount in dollars')).toBeHidden()
  },
)

test('a filter field shows what the address says once that changes elsewhere', ONCE, async ({ page, shop }) => {
  await shop.open('?q=zzz')
  await expect(page.getByRole('main').getByText('No products found')).toBeVisible()
  await expect(page.getByRole('main').getByText('for “zzz”')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  await shop.filter({})
  await expect(page.getByRole('main').getByLabel('Search', { exact: true })).toHaveValue('')
})

test('a minimum over the maximum is told beside the field on every screen, and the list stays', async ({
  page,
  shop,
}) => {
  await shop.open('?min=100&max=20')
  await expect(page.getByRole('main').getByText('The lowest price is above the highest.')).toBeVisible()
  expect(await shop.cards().count()).toBeGreaterThan(10)
})

test('a folded filter says how many filters are at work, and unfolds', ON_PHONES, async ({ page, shop }) => {
  await shop.open('?soldOut=0&min=40')
  const fold = page.getByRole('button', { name: 'Filter and sort · 2' })
  await expect(fold).toBeVisible()
  await expect(page.getByRole('main').getByLabel('Price from')).toBeHidden()
  await test.step('without a pointer', async () => {
    await fold.press('Enter')
    await expect(page.getByRole('main').getByLabel('Price from')).toBeVisible()
    await expect(fold).toBeFocused()
  })
})

test('a price is understood as Americans write it', ONCE, async ({ page, shop }) => {
  await shop.open()
  await shop.filter({})
  await page.getByRole('main').getByLabel('to', { exact: true }).fill('$1,000.50')
  await expect(page).toHaveURL(/max=1000\.5/)
})

test('a parameter that cannot be read is ignored', ONCE, async ({ page, shop }) => {
  await shop.open('?q=%00&min=x')
  expect(await shop.cards().count()).toBeGreaterThan(10)
  await expect(page.getByRole('main').getByText('for “')).toHaveCount(0)
})

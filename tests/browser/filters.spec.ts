import { expect, ON_PHONES, ONCE, test } from './fixtures.ts'

test('what is typed into a filter is never taken back, however slow the page', ONCE, async ({ page, shop }) => {
  await shop.open()
  await shop.filter({})
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const field = page.getByRole('main').getByLabel('to', { exact: true })
  await field.pressSequentially('14.99', { delay: 200 })
  await expect(page).toHaveURL(/max=14\.99/)
  await expect(field).toHaveValue('14.99')
  await expect(shop.card('Campus Slim Backpack, Blue')).toHaveCount(0)
  await expect(shop.card('Key Leash, Tan')).toBeVisible()
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
  await shop.open('?q=zzz&min=20')
  await expect(page.getByRole('main').getByText('No products found')).toBeVisible()
  await expect(page.getByRole('main').getByText('for “zzz”')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
  await shop.filter({})
  await expect(page.getByRole('main').getByLabel('Price from')).toHaveValue('')
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

test('chips narrow the list to a line and a style, and widen it again', async ({ page, shop }) => {
  await shop.open()
  await shop.filter({})
  const chip = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await chip('Nomad').click()
  await expect(shop.cards()).toHaveCount(4)
  await chip('Full').click()
  await expect(page).toHaveURL('/shop?line=Nomad&style=Full')
  await expect(shop.cards()).toHaveCount(2)
  await expect(chip('Nomad')).toHaveAttribute('aria-pressed', 'true')
  await chip('Nomad').click()
  await expect(shop.cards()).toHaveCount(6)
})

test('without filters the lines stand apart, each under its name', ONCE, async ({ page, shop }) => {
  await shop.open()
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(names).toHaveText(['Campus', 'Hybrid', 'Nomad', 'Accessories'])
  await expect(page.getByRole('region', { name: 'Campus' }).getByRole('heading', { level: 3 })).toHaveCount(4)
  await shop.open('?sort=name')
  await expect(names.first()).toHaveText('Campus Full Backpack, Blue')
})

test('a swatch on a card leads to the same bag in another color', ONCE, async ({ page, shop }) => {
  await shop.open('?q=campus+slim+blue')
  await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'See it in grey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campus Slim Backpack, Grey' })).toBeVisible()
})

test('on a phone the first product stands within the first 260 pixels', ON_PHONES, async ({ shop }) => {
  await shop.open()
  expect((await shop.cards().first().boundingBox())?.y).toBeLessThanOrEqual(260)
})

test('a very wide screen has five products a row', ONCE, async ({ page, shop }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await shop.open('?sort=name')
  const places = await shop.cards().evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y))
  expect(places.filter((y) => y === places[0])).toHaveLength(5)
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

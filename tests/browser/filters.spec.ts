import type { Page } from '@playwright/test'
import { expect, ON_PHONES, ONCE, test } from './fixtures.ts'

test('filters are typed and chosen, and say what is wrong with them', ONCE, async ({ page, shop }) => {
  const main = page.getByRole('main')
  const from = main.getByLabel('Price from')
  const to = main.getByLabel('to', { exact: true })
  await shop.open('?q=zzz&min=20')

  await test.step('a filter field shows what the address says once that changes elsewhere', async () => {
    await expect(main.getByText('No products found')).toBeVisible()
    await expect(main.getByText('for “zzz”')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
    await expect(from).toHaveValue('')
  })

  await test.step('without filters the lines stand apart, each under its name', async () => {
    await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Campus', 'Hybrid', 'Nomad', 'Accessories'])
    await expect(page.getByRole('region', { name: 'Campus' }).getByRole('heading', { level: 3 })).toHaveCount(4)
  })

  await test.step('a price that is no amount filters nothing, says so, and stays to be corrected', async () => {
    const all = await shop.cards().count()
    await from.fill('8x')
    await expect(main.getByText('Please enter an amount in dollars')).toBeVisible()
    await from.blur()
    await expect(from).toHaveValue('8x')
    await expect(from).toHaveAttribute('aria-invalid', 'true')
    await expect(shop.cards()).toHaveCount(all)
    await from.fill('10')
    await expect(page).toHaveURL(/min=10/)
    await expect(main.getByText('Please enter an amount in dollars')).toBeHidden()
  })

  await test.step('a price is understood as Americans write it', async () => {
    await to.fill('$1,000.50')
    await expect(page).toHaveURL(/max=1000\.5/)
  })

  await test.step('what is typed is never taken back, however slow the page', async () => {
    await to.fill('')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await to.pressSequentially('14.99', { delay: 200 })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await expect(page).toHaveURL(/max=14\.99/)
    await expect(to).toHaveValue('14.99')
    await expect(shop.card('Campus Slim Backpack, Blue')).toHaveCount(0)
    await expect(shop.card('Key Leash, Tan')).toBeVisible()
  })
})

test('a list by name is one list, of five products a row on a very wide screen', ONCE, async ({ page, shop }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await shop.open('?sort=name')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Campus Full Backpack, Blue')
  const places = await shop.cards().evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y))
  expect(places.filter((y) => y === places[0])).toHaveLength(5)

  await test.step('by lines, four products fill their rows on every screen', async () => {
    for (const [width, columns] of [
      [1600, 4],
      [768, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await shop.open()
      const line = main.getByRole('region', { name: 'Campus' }).locator('a[href^="/product/"]:has(h3)')
      const rows = await line.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().y))
      expect(rows).toHaveLength(4)
      expect(rows.filter((y) => y === rows[0])).toHaveLength(columns)
      await expectWholeLinePhoto(page)
    }
    await shop.open('?sort=name')
  })

  await test.step('below a name of one line, the swatches are clear of the price', async () => {
    const card = main.getByRole('listitem').filter({ hasText: 'Zip Pouch, Blue' })
    const [price, swatch] = await Promise.all([
      card.getByText('$24.00').boundingBox(),
      card.getByRole('link', { name: 'See it in grey' }).locator('span').boundingBox(),
    ])
    if (price === null || swatch === null) throw new Error('the card is not on the screen')
    expect(swatch.y).toBeGreaterThan(price.y + price.height)
  })

  await test.step('a swatch on a card leads to the same bag in another color', async () => {
    const card = main.getByRole('listitem').filter({ hasText: 'Campus Slim Backpack, Blue' })
    await card.getByRole('link', { name: 'See it in grey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campus Slim Backpack, Grey' })).toBeVisible()
  })
})

/**
 * The bags of these photographs, which are twice as wide as high, begin at 7.4 % of the height, the pouches before them
 * end at 90 %, and what lies beside them begins at 27.6 % of the width.
 */
async function expectWholeLinePhoto(page: Page): Promise<void> {
  const line = page.getByRole('main').getByRole('region', { name: 'Campus' })
  const photo = line.getByRole('img', { name: /with three books/ })
  const [box, words] = await Promise.all([photo.boundingBox(), line.getByText('For school.').boundingBox()])
  if (box === null || words === null) throw new Error('the line is not on the screen')
  const position = await photo.evaluate((image) => getComputedStyle(image).objectPosition)
  const shown = box.height / (box.width / 2)
  const top = (1 - shown) * (Number.parseFloat(position.split(' ')[1] ?? '') / 100)
  expect(top).toBeLessThan(0.07)
  expect(top + shown).toBeGreaterThan(0.91)
  expect((words.x + words.width - box.x) / box.width).toBeLessThan(0.29)
}

test('prices and chips narrow the list on every screen', async ({ page, shop }) => {
  const main = page.getByRole('main')
  await shop.open('?min=100&max=20')

  await test.step('a minimum over the maximum is said beside the field, and the list stays', async () => {
    await expect(main.getByText('The lowest price is above the highest.')).toBeVisible()
    expect(await shop.cards().count()).toBeGreaterThan(10)
    await main.getByLabel('Price from').fill('')
    await expect(page).toHaveURL('/shop?max=20')
    await main.getByLabel('to', { exact: true }).fill('')
    await expect(page).toHaveURL('/shop')
  })

  await test.step('chips narrow the list to a line and a style, and widen it again', async () => {
    await shop.filter({})
    const chip = (name: string) => main.getByRole('button', { name, exact: true })
    await chip('Nomad').click()
    await expect(shop.cards()).toHaveCount(4)
    await chip('Full').click()
    await expect(page).toHaveURL('/shop?line=Nomad&style=Full')
    await expect(shop.cards()).toHaveCount(2)
    await expect(chip('Nomad')).toHaveAttribute('aria-pressed', 'true')
    await chip('Nomad').click()
    await expect(shop.cards()).toHaveCount(6)
  })
})

test('on a phone the filters are folded, and leave the room to the products', ON_PHONES, async ({ page, shop }) => {
  await shop.open()
  await test.step('the first product stands within the first 260 pixels', async () => {
    expect((await shop.cards().first().boundingBox())?.y).toBeLessThanOrEqual(260)
  })

  await test.step('folded they say how many are active, and unfold without a pointer', async () => {
    await shop.filter({ min: 40, soldOut: false })
    await expect(page).toHaveURL('/shop?min=40&soldOut=0')
    const toggle = page.getByRole('button', { name: 'Filter and sort · 2' })
    await toggle.tap()
    await expect(page.getByRole('main').getByLabel('Price from')).toBeHidden()
    await toggle.press('Enter')
    await expect(page.getByRole('main').getByLabel('Price from')).toBeVisible()
    await expect(toggle).toBeFocused()
  })
})

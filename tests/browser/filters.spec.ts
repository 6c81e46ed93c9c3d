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

  await test.step('below a name of one line, the swatches are clear of the price', async () => {
    await shop.open('?q=blue')
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

test('by lines, the first screen shows bags beside their photograph, in both colors', ONCE, async ({ page, shop }) => {
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [768, 1024],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await shop.open()
      for (const color of ['Blue', 'Grey']) {
        const card = shop.card(`Campus Slim Backpack, ${color}`)
        for (const part of [card.getByRole('heading'), card.getByText('$79.00'), card.getByText('In Stock')]) {
          await expect(part).toBeInViewport({ ratio: 1 })
        }
      }
      const [photo, picture, other] = await Promise.all([
        linePhoto(page).boundingBox(),
        shop.card('Campus Slim Backpack, Blue').getByRole('img').boundingBox(),
        shop.card('Campus Slim Backpack, Grey').getByRole('img').boundingBox(),
      ])
      if (photo === null || picture === null || other === null) throw new Error('the line is not on the screen')
      expect(photo.y).toBe(picture.y)
      expect(other.width).toBeLessThan(picture.width / 3)
      await expectWholeBag(page)
    })
  }
})

/**
 * The bag of this photograph, which is twice as wide as high, reaches from 54.5 % to 82 % of its width, its pouch to 84 %;
 * it begins at 7.4 % of its height, and what lies before it ends at 90 %.
 */
async function expectWholeBag(page: Page): Promise<void> {
  const { left, right, top, bottom } = await linePhoto(page).evaluate((image) => {
    const { width, height } = image.getBoundingClientRect()
    const [x = 0, y = 0] = getComputedStyle(image)
      .objectPosition.split(' ')
      .map((part) => Number.parseFloat(part) / 100)
    const part = Math.min(1, width / (height * 2))
    const high = Math.min(1, (height * 2) / width)
    const [left, top] = [(1 - part) * x, (1 - high) * y]
    return { left, right: left + part, top, bottom: top + high }
  })
  expect(left).toBeLessThan(0.54)
  expect(right).toBeGreaterThan(0.84)
  expect(top).toBeLessThan(0.07)
  expect(bottom).toBeGreaterThan(0.91)
}

const linePhoto = (page: Page) => page.getByRole('main').getByRole('img', { name: /with three books/ })

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
  await test.step('the first screen has the name of the first line, and below it two bags with names and prices', async () => {
    const heading = page.getByRole('heading', { level: 2, name: 'Campus' })
    const first = shop.card('Campus Slim Backpack, Blue')
    expect((await heading.boundingBox())?.y).toBeLessThan((await first.boundingBox())?.y ?? 0)
    for (const price of ['$79.00', '$94.00']) {
      await expect(page.getByRole('main').getByText(price).first()).toBeInViewport({ ratio: 1 })
    }
    await expectWholeBag(page)
  })

  await test.step('a line with its four products is shorter than a screen', async () => {
    expect((await page.getByRole('region', { name: 'Campus' }).boundingBox())?.height).toBeLessThan(740)
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

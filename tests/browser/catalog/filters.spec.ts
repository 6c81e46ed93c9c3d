import { expect, ONCE, test } from '../fixtures.ts'

test('filters are typed and chosen, and say what is wrong with them', ONCE, async ({ page, shop }) => {
  const main = page.getByRole('main')
  const from = main.getByLabel('Minimum price')
  const to = main.getByLabel('Maximum price')
  await shop.open('?q=zzz&min=20')

  await test.step('a filter field shows what the address says once that changes elsewhere', async () => {
    await expect(main.getByText('No products found')).toBeVisible()
    await expect(main.getByText('for “zzz”')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeFocused()
    await expect(from).toHaveValue('')
  })

  await test.step('without filters the photographs of the lines lead to their products', async () => {
    const lines = main.getByRole('list', { name: 'Line' }).getByRole('link')
    await expect(lines).toHaveText([/^Campus\s*4/, /^Hybrid\s*4/, /^Nomad\s*4/, /^Accessories\s*11/])
    await lines.nth(2).click()
    await expect(page).toHaveURL('/shop?line=Nomad')
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Nomad')
    await expect(shop.cards()).toHaveCount(4)
    await lines.nth(2).click()
    await expect(shop.cards()).not.toHaveCount(4)
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

  await test.step('typed text is never taken back, however slow the page', async () => {
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

test('cards of a row are as wide as each other and share their lines (R53)', ONCE, async ({ page, shop }) => {
  for (const [width, height, columns] of [
    [1440, 900, 4],
    [1024, 768, 3],
    [768, 1024, 3],
    [360, 740, 2],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height })
      await shop.open('?sort=name')
      const rows = await shop.cards().evaluateAll((cards) =>
        cards.slice(0, 12).map((card) => {
          const boxes = ['img, [role=img]', 'h2', 'p', 'p:last-child'].map((part) => {
            const { y, width } = card.querySelector(part)?.getBoundingClientRect() ?? {}
            return { y, width }
          })
          return { width: Math.round(boxes[0]?.width ?? 0), lines: boxes.map(({ y }) => Math.round(y ?? 0)).join() }
        }),
      )
      expect(new Set(rows.map((card) => card.width)).size).toBe(1)
      expect([...Map.groupBy(rows, ({ lines }) => lines).values()].map((row) => row.length)).toEqual(
        Array(12 / columns).fill(columns),
      )
    })
  }

  await test.step('a dot on a card leads to the same bag in another color', async () => {
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Campus Slim Backpack, Blue' })
    await card.getByRole('link', { name: 'See it in grey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campus Slim Backpack, Grey' })).toBeVisible()
  })
})

test('prices and chips narrow the list on every screen', async ({ page, shop }) => {
  const main = page.getByRole('main')
  await shop.open('?min=100&max=20')

  await test.step('a minimum over the maximum is said beside the field, and nothing is between them', async () => {
    await expect(main.getByText('The minimum price is above the maximum.')).toBeVisible()
    await expect(main.getByText('No products found')).toBeVisible()
    await main.getByLabel('Minimum price').fill('')
    await expect(page).toHaveURL('/shop?max=20')
    await main.getByLabel('Maximum price').fill('')
    await expect(page).toHaveURL('/shop')
  })

  await test.step('chips narrow the list to a line and a style, and widen it again', async () => {
    const chip = (name: string) => main.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name })
    await chip('Nomad').click()
    await expect(shop.cards()).toHaveCount(4)
    await chip('Full').click()
    await expect(page).toHaveURL('/shop?line=Nomad&style=Full')
    await expect(shop.cards()).toHaveCount(2)
    await expect(chip('Nomad')).toHaveAttribute('aria-current', 'true')
    await chip('Nomad').click()
    await expect(shop.cards()).toHaveCount(6)
  })

  await test.step('a grey bag for a laptop up to $100 is three presses away, each with the number that it leaves', async () => {
    await shop.open()
    const chip = (name: string) => main.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name })
    await chip('Grey').click()
    await chip('15″ laptop 7 products').click()
    await shop.filter({ max: 100 })
    await expect(page).toHaveURL('/shop?color=Grey&laptop=15&max=100')
    await expect(shop.cards()).toHaveCount(4)
  })
})

test('on a phone the filters are folded, and leave the room to the products', async ({ page, shop }) => {
  await shop.open()
  await test.step('the first screen has two whole cards', async () => {
    for (const color of ['Blue', 'Grey']) {
      const card = shop.card(`Campus Slim Backpack, ${color}`)
      for (const part of [card.getByRole('img'), card.getByText('$79.00'), card.getByText('In Stock')]) {
        await expect(part).toBeInViewport({ ratio: 1 })
      }
    }
  })

  await test.step('folded they say how many are active, and unfold without a pointer', async () => {
    await shop.filter({ min: 40, soldOut: false })
    await expect(page).toHaveURL('/shop?min=40&soldOut=0')
    const toggle = page.getByRole('button', { name: 'Filter and sort · 2' })
    await toggle.tap()
    await expect(page.getByRole('main').getByLabel('Minimum price')).toBeHidden()
    await toggle.press('Enter')
    await expect(page.getByRole('main').getByLabel('Minimum price')).toBeVisible()
    await expect(toggle).toBeFocused()
  })

  await test.step('their button says how many products they leave, and folds them', async () => {
    const [count] = (await page.getByRole('main').getByRole('status').first().innerText()).split(' ')
    await page.getByRole('button', { name: `Show ${count} products` }).tap()
    await expect(page.getByRole('main').getByLabel('Minimum price')).toBeHidden()
    await expect(shop.cards().first()).toBeInViewport()
  })
})

test('without JavaScript a phone has the form of the filters too', async ({ browser, server, viewport }) => {
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.goto('/shop')
  await expect(main.getByRole('button', { name: 'Filter and sort' })).toBeHidden()
  await main.getByLabel('Maximum price').fill('20')
  await main.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/max=20/)
  await expect(main.getByLabel('Maximum price')).toHaveValue('20')
  await context.close()
})

test('without JavaScript the filters are links and a form', ONCE, async ({ browser, server }) => {
  const context = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.goto('/shop')
  await main.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'Grey' }).click()
  await expect(page).toHaveURL('/shop?color=Grey')
  await main.getByLabel('Maximum price').fill('100')
  await main.getByLabel('Include sold-out items').uncheck()
  await main.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL(/max=100&.*color=Grey/)
  await expect(main.getByLabel('Maximum price')).toHaveValue('100')
  await expect(main.getByLabel('Include sold-out items')).not.toBeChecked()
  await expect(main.getByRole('status').first()).toHaveText(/^\d products$/)
  await page.goto('/product/101')
  await expect(main.locator('noscript p')).toHaveText('You need JavaScript to add this to your cart or zoom in.')
  await context.close()
})

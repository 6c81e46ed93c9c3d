import type { Locator } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'
import { seedStorage } from '../visit-storage.ts'
import { expectAligned } from './alignment.ts'

const POUCH = { product_id: '207', product_name: 'Zip Pouch, Blue', price: 24, quantity: 10, stock_quantity: 20 }

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox()
  if (box === null) throw new Error(`${part} is not on the screen`)
  return box
}

/** Where the texts of these elements end, rounded to pixels, without repeats. */
function rightEdges(parts: Locator): Promise<number[]> {
  return parts.evaluateAll((elements) => {
    const edges = elements.flatMap((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const { right, width } = range.getBoundingClientRect()
      return width > 0 ? [Math.round(right)] : []
    })
    return [...new Set(edges)]
  })
}

test(
  'on a tablet the picture of a product leaves room, two things float on it, and the bar is whole',
  ONCE,
  async ({ page, product }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await product.open(PRODUCT.product_id)
    const stage = page.locator('.stage').first()
    expect((await boxOf(stage)).height).toBeLessThanOrEqual(0.6 * 1024)
    expect(await floatingOn(stage)).toBe(2)
    await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
    for (const part of [product.bar().getByText('$79.00'), product.bar().getByRole('button')])
      await expect(part).toBeInViewport({ ratio: 1 })
  },
)

test('on a phone the bar of a sold-out product offers to tell when it is back', async ({ page, product }) => {
  await product.open('202')
  const offers = page.getByRole('main').getByRole('link', { name: 'Tell me when it’s back' })
  await expect(offers).toHaveCount(1)
  expect((await boxOf(offers)).y).toBeLessThan((await boxOf(product.addButton())).y)
  await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
  const bar = page.getByRole('region', { name: 'Tell me when it’s back' })
  await expect(bar).toContainText('Sold Out')
  await bar.getByRole('link').tap()
  await expect(page).toHaveURL('/tell-me?product=202')
  await expect(page.getByRole('heading', { level: 1, name: 'Tell me when it’s back' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Sold Out', { exact: true })).toBeVisible()
})

test('on a phone a close-up fills the place of a picture, and a whole bag is not cut', async ({ page, product }) => {
  await page.route('**/images/bag-*', (route) => route.fulfill({ path: 'storefront/public/favicon.svg' }))
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    const pictures = {
      image_url: 'bag-front.jpg',
      images: ['bag-detail.jpg'],
      multi_image_url: 'bag-detail.jpg',
      variants: [],
    }
    await route.fulfill({ response, json: { ...(await response.json()), ...pictures } })
  })
  await product.open(PRODUCT.product_id)
  await expect(product.thumbnails()).toHaveCount(2)
  const shown = page.locator('[data-zoom] img').first()
  await expect(shown).toHaveCSS('object-fit', 'contain')
  await product.thumbnails().nth(1).tap()
  await expect(page.locator('.stage img.close-up')).toHaveCSS('object-fit', 'cover')
})

test('on a desktop the names of the groups of filters begin rows at one edge', ONCE, async ({ page, shop }) => {
  await shop.open()
  const name = (text: string) => page.getByRole('navigation', { name: 'Filters' }).getByText(text, { exact: true })
  const choices = (group: string) => page.getByRole('list', { name: group, exact: true }).getByRole('link').first()
  for (const group of ['Line', 'Color', 'Style', 'Laptop size', 'Capacity']) await expect(name(group)).toBeVisible()
  await expectAligned('x', name('Line'), name('Style'))
  await expectAligned('x', choices('Line'), choices('Style'))
})

/** How many groups of buttons lie over an element. */
function floatingOn(stage: Locator): Promise<number> {
  return stage.evaluate((element) => {
    const frame = element.getBoundingClientRect()
    const groups = [...document.querySelectorAll('main button')].flatMap((button) => {
      const { top, bottom, width } = button.getBoundingClientRect()
      if (width === 0 || top >= frame.bottom || bottom <= frame.top) return []
      for (let at: Element | null = button; at !== null; at = at.parentElement)
        if (getComputedStyle(at).position === 'absolute') return [at]
      return []
    })
    return new Set(groups).size
  })
}

test('a row of the list view is low, and says color and stock', ONCE, async ({ shop }) => {
  await shop.open('?view=list')
  const rows = await shop
    .cards()
    .evaluateAll((cards) =>
      cards.map((card) => ({ height: card.closest('li')?.offsetHeight ?? 0, text: card.textContent ?? '' })),
    )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ height }) => height > 120)).toEqual([])
  for (const { text } of rows) expect(text).toMatch(/Color.+(In Stock|Sold Out)/)
})

test('fields without an error stand close to each other', async ({ page, checkout }) => {
  await checkout.open('guest')
  await expectCloseFields(page.getByRole('form', { name: 'Checkout' }))
  await page.goto('/orderAndReturn')
  await expectCloseFields(page.getByRole('form', { name: 'Find Your Order' }))
  await page.goto('/login')
  await expectCloseFields(page.getByRole('form', { name: 'Create an account' }))
})

/** From a field's lower edge to the next label there are at most 20 pixels where nothing is said between them. */
async function expectCloseFields(form: Locator): Promise<void> {
  await expect(form).toBeVisible()
  const gaps = await form.evaluate((element) => {
    const labels = [...element.querySelectorAll('label[for]')].map((label) => label.getBoundingClientRect())
    return [...element.querySelectorAll('.control')].flatMap((control) => {
      const { bottom, left } = control.getBoundingClientRect()
      if (control.parentElement?.querySelector('[id$=-hint]')) return []
      const next = labels
        .filter((label) => label.top >= bottom && Math.abs(label.left - left) < 2)
        .map(({ top }) => top)
      const gap = Math.min(...next) - bottom
      // A heading is between parts of a form.
      return gap < 60 ? [gap] : []
    })
  })
  expect(gaps.length).toBeGreaterThan(1)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(20)
}

test('on a phone the ideas of an empty cart begin below the first screen, so no late picture is its largest paint', async ({
  page,
  cart,
}) => {
  test.skip((page.viewportSize()?.width ?? 0) > 600, 'a computer has room for both')
  await cart.openWith([])
  const ideas = await boxOf(page.getByRole('region', { name: 'Ideas' }).getByRole('list'))
  expect(ideas.y).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0)
})

test('the lines of a cart begin right below its title', async ({ page, cart }) => {
  await cart.openWith([{ ...PRODUCT, quantity: 1, stock_quantity: 5 }])
  const title = await boxOf(page.getByRole('heading', { level: 1 }))
  const line = await boxOf(cart.line(PRODUCT.product_name))
  expect(line.y - title.y - title.height).toBeLessThanOrEqual(24)
})

test('sums stand on one right edge', ONCE, async ({ page, cart, checkout }) => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await test.step(`the cart at ${size.width}`, async () => {
      await cart.openWith([{ ...PRODUCT, quantity: 2, stock_quantity: 5 }, POUCH])
      await expect(cart.line(POUCH.product_name)).toContainText('$24.00 each')
      const table = page.getByRole('table', { name: 'Cart items' })
      expect(await rightEdges(table.getByText(/^\$/))).toHaveLength(1)
    })
    await test.step(`the checkout at ${size.width}`, async () => {
      await checkout.open('guest')
      await checkout.expandSummary()
      expect(await rightEdges(checkout.summary().getByText(/^-?\$/).filter({ visible: true }))).toHaveLength(1)
    })
    await test.step(`a found order at ${size.width}`, async () => {
      const orders = new OrdersPage(page)
      await orders.open()
      await orders.find(GUEST)
      await orders.expectFound(GUEST.orderId)
      expect(await rightEdges(orders.receipt(GUEST.orderId).locator('dl').last().getByText(/^\$/))).toHaveLength(1)
    })
  }
})

test('the list of orders shows the whole date of each', ONCE, async ({ page, demoSession }) => {
  await seedStorage(page, demoSession)
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.expectList()
  for (const width of [360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => spareRoom(orders.dropdown()), `${width} pixels`).toBeGreaterThanOrEqual(0)
  }
})

/** How much wider a list is than the widest of its options, in pixels. */
function spareRoom(list: Locator): Promise<number> {
  return list.evaluate((select: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select)
    const brush = document.createElement('canvas').getContext('2d')
    if (brush === null) throw new Error('there is no canvas')
    brush.font = font
    const widest = Math.max(...[...select.options].map(({ text }) => brush.measureText(text).width))
    return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - widest
  })
}

test('the popup about an added product does not follow into the cart', async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.addButton().tap()
  await expect(product.addedPopup()).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).tap()
  await cart.expectCount(1)
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { orderCalls } from '@shop/contract/orders/calls'
import { ADDRESSES, PRODUCT } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { GUEST, OrdersPage } from './orders-page.ts'
import { Quiz } from './quiz.ts'
import { seedStorage } from './visit-storage.ts'

/** The least width and height of what a finger hits, in pixels. */
const TARGET = 44

/** The spacing of WCAG 1.4.12, as a reader's own style sheet sets it. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

/** The viewport of a small phone, in CSS pixels. */
const PHONE = { width: 360, height: 740 }

/** The width on which WCAG 1.4.10 (Reflow) allows no scrolling sideways. */
const NARROW = { width: 320, height: 640 }

test(
  'every page hydrates a stored cart, has targets of 44 pixels, and fits a screen of 320 pixels with any text spacing',
  ONCE,
  async ({ page, cart }) => {
    await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 1 }] }) })
    for (const address of ADDRESSES) {
      await test.step(address, async () => {
        await page.setViewportSize(PHONE)
        await page.goto(address)
        await cart.expectBadge(1)
        expect(await smallTargets(page), `small targets on ${address}`).toEqual([])
        expect(await brokenMarkup(page), `broken markup on ${address}`).toEqual([])
        await page.setViewportSize(NARROW)
        await page.waitForFunction((width) => document.documentElement.clientWidth === width, NARROW.width)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(NARROW.width)
        await addTextSpacing(page)
        expect(await outside(page), `outside the screen on ${address}`).toEqual([])
      })
    }
  },
)

test('a found order has targets of 44 pixels too', ONCE, async ({ page }) => {
  await page.setViewportSize(PHONE)
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await orders.expectFound(GUEST.orderId)
  expect(await smallTargets(page)).toEqual([])
  expect(await brokenMarkup(page)).toEqual([])
})

/** What IBM's checker found and axe does not look for: missing targets of `aria-controls`, nameless outputs, tokens that HTML forbids. */
function brokenMarkup(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const missing = [...document.querySelectorAll('[aria-controls]')].filter(
      (element) => document.getElementById(element.getAttribute('aria-controls') ?? '') === null,
    )
    const nameless = document.querySelectorAll('output:not([aria-label], [aria-labelledby])')
    const forbidden = document.querySelectorAll('[type=email][autocomplete=username]')
    return [...missing, ...nameless, ...forbidden].map((element) => element.outerHTML.slice(0, 200))
  })
}

function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
    return controls.flatMap((control) => {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      // What is hidden for eyes (the skip link, a switch drawn by its label) is no target of its own.
      const target = control.matches('[type=checkbox], [type=radio]') ? (control.closest('label') ?? control) : control
      const { width, height } = target.getBoundingClientRect()
      const tooSmall = width > 1 && height > 1 && (width < least || height < least)
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim()
      return tooSmall ? [`${control.tagName} ${name}: ${width.toFixed(1)} × ${height.toFixed(1)}`] : []
    })
  }, TARGET)
}

function addTextSpacing(page: Page): Promise<void> {
  return page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, TEXT_SPACING)
}

/** What reaches over the right edge of the screen. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    // Pictures that wait beside the selected one are cut off by their scroller.
    const shown = [...document.querySelectorAll('main *, header *, footer *, [aria-label="Notices"] *')].filter(
      (element) => element.checkVisibility() && element.closest('.sr-only, thead, .swipe, .facets') === null,
    )
    return shown.flatMap((element) => {
      const { right, width } = element.getBoundingClientRect()
      return right > edge + 1 && width > 1 ? [`${element.tagName} ${element.textContent?.trim().slice(0, 40)}`] : []
    })
  })
}

test.describe('with text of twice the size', () => {
  // The size stays with its tab.
  test.use({ tab: 'new' })

  test.beforeEach(async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await page.setViewportSize(PHONE)
  })

  test('every page fits a phone (WCAG 1.4.4)', ONCE, async ({ page, cart }) => {
    await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 1 }] }) })
    for (const address of ADDRESSES) {
      await test.step(address, async () => {
        await page.goto(address)
        await cart.expectBadge(1)
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
        expect(await outside(page), `outside the screen on ${address}`).toEqual([])
      })
    }
  })

  test('a found order fits a phone, and its words are whole', ONCE, async ({ page }) => {
    await page.route(`**${orderCalls.findOrder.path}?**`, async (route) => {
      const response = await route.fetch()
      const [first, ...others]: object[] = await response.json()
      const status = { cancellation_status: 'cancelled', refund_status: 'refunded' }
      const json = [{ ...first, ...status, cancellation_reason: 'Ordered Incorrect Item' }, ...others]
      await route.fulfill({ response, json })
    })
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.find(GUEST)
    await orders.expectFound(GUEST.orderId)
    await orders.cancelButton().click()
    await expect(orders.cancelForm()).toBeVisible()
    expect(await outside(page)).toEqual([])
    expect(await brokenWords(page)).toEqual([])
  })

  test(
    'a filled checkout and its messages fit a phone, and their words are whole',
    ONCE,
    async ({ page, checkout, product }) => {
      await checkout.open()
      await checkout.fillAddress()
      await checkout.expectSum('Subtotal', '$158.00')
      await expect(checkout.delivery('Ground')).toBeChecked()
      expect(await outside(page)).toEqual([])
      expect(await brokenWords(page)).toEqual([])
      await product.open(PRODUCT.product_id)
      await product.addButton().click()
      await expect(product.addedPopup()).toContainText('Subtotal $237.00')
      expect(await brokenWords(page)).toEqual([])
    },
  )
})

/** Words of up to twelve letters that are not on one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    for (const part of document.querySelectorAll('main, [data-popup]')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        if (!text.parentElement?.checkVisibility() || text.parentElement.closest('.sr-only, thead, option')) continue
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/(?<!\S)[a-z]{2,12}(?![^\s.,:])/gi)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)))
          if (lines.size > 1) broken.push(word)
        }
      }
    }
    return broken
  })
}

test('with forced colors, states that are drawn by colors alone keep an edge', ONCE, async ({ page, product }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, outlineWidth, outlineStyle } = getComputedStyle(element)
        return Number.parseFloat(borderTopWidth) + (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth))
      })
  await page.goto('/shop')
  expect(await edge('[aria-label="Grid view"][aria-pressed=true]'), 'the chosen view').toBeGreaterThan(1)
  expect(await edge('[aria-label="List view"][aria-pressed=false]'), 'the other view').toBe(0)
  expect(await edge('.switch'), 'the switch').toBeGreaterThan(0)
  expect(await edge('main a [aria-hidden].rounded-full'), 'the stock dot').toBeGreaterThan(0)
  const row = (name: string) => page.getByRole('main').getByLabel(name).boundingBox()
  expect((await row('List view'))?.y, 'the view switch, in one row with the sort order').toBeCloseTo(
    (await row('Sort by'))?.y ?? 0,
    0,
  )
  await product.open(PRODUCT.product_id)
  expect(await edge('ul[aria-label="Pictures"] [aria-pressed=true]'), 'the chosen thumbnail').toBeGreaterThan(1)
  expect(await edge('button:text-is("Add to Cart")'), 'a solid button').toBeGreaterThan(0)
})

test('with forced colors, which take the shadows away, a dialog keeps an edge', ONCE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const contact = new ContactDialog(page)
  await contact.open('/login')
  await expect(contact.dialog()).toHaveCSS('outline-style', 'solid')
})

test(
  'with forced colors, which take backgrounds away, steps and quantities stay in sight',
  ONCE,
  async ({ page, checkout }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const quiz = new Quiz(page)
    await quiz.open()
    await quiz.expectStep(1)
    const bars = quiz.section.locator('.step-bar')
    const colors = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor))
    expect(colors).toHaveLength(4)
    expect(colors[0]).not.toBe(colors[1])
    await expect(bars.last()).toHaveCSS('outline-style', 'solid')
    await checkout.open('guest')
    await expect(checkout.summary().locator('[data-quantity]')).toHaveCSS('border-top-style', 'solid')
  },
)

test('without JavaScript the pages that live in the browser say what they need', ONCE, async ({ request }) => {
  for (const address of ['/cart', '/checkout', '/order-summary', '/orderAndReturn', '/login']) {
    expect(await (await request.get(address)).text(), address).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s)
  }
})

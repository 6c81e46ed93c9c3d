import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { Quiz } from '../quiz/quiz.ts'

test('with forced colors, states that are drawn only by colors keep an edge', ONCE, async ({ page, product }) => {
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
    expect(await (await request.get(address)).text(), address).toMatch(
      /<main.*<noscript>.*needs? JavaScript.*<\/noscript>/s,
    )
  }
})

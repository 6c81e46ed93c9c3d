import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { Quiz } from './quiz.ts'

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

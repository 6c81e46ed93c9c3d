import type { Page } from '@playwright/test'
import { checkHtml, hasHtmlChecker } from '../harness/html-checker.ts'
import { PRODUCT } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { Quiz } from './quiz.ts'

test.skip(!hasHtmlChecker(), 'the Nu HTML checker needs Java, which this machine does not have')

test('the Nu HTML checker objects to nothing in what only the browser draws', async ({ page, product, allow }) => {
  allow(/404/, 'the browser reports the status of the page itself')
  const drawn = new Map<string, string>()
  for (const name of ['contact', 'returns']) {
    await page.goto(`/?dialog=${name}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    drawn.set(name, await markup(page))
  }
  const quiz = new Quiz(page)
  await quiz.open()
  await quiz.expectStep(1)
  drawn.set('quiz', await markup(page))
  await quiz.choose('School')
  await quiz.expectStep(2)
  drawn.set('quiz, second step', await markup(page))
  await product.open(PRODUCT.product_id)
  await product.addButton().click()
  await expect(product.addedPopup()).toBeVisible()
  drawn.set('popup', await markup(page))
  await page.goto('/product/no-such-bag')
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
  drawn.set('missing product', await markup(page))
  await page.goto(`/?quiz=school.light.classic.surprise`)
  await quiz.expectMatch(PRODUCT.product_name)
  drawn.set('quiz result', await markup(page))
  expect(await checkHtml(drawn)).toEqual([])
})

/** The document as the browser has it now. */
async function markup(page: Page): Promise<string> {
  return `<!doctype html>${await page.content()}`.replace(/^<!doctype html><!doctype/i, '<!doctype')
}

import type { Page } from '@playwright/test'
import { checkHtml, hasHtmlChecker } from '../../harness/browser/html-checker.ts'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { Quiz } from '../quiz/quiz.ts'

test.skip(!hasHtmlChecker(), 'the Nu HTML checker needs Java, which this machine does not have')

test(
  'the Nu HTML checker accepts every page of the server and what the browser renders',
  ONCE,
  async ({ page, product, allow }) => {
    allow(/404/, 'the browser reports the status of the page itself')
    // One map, since each run of the checker starts Java.
    const documents = new Map([['wrong', '<!doctype html><html lang="en"><title>Wrong</title><p><div></p></html>']])
    for (const address of [...ADDRESSES, UNKNOWN_ADDRESS]) {
      documents.set(`server: ${address}`, await (await page.request.get(address)).text())
    }
    for (const name of ['contact', 'returns']) {
      await page.goto(`/?dialog=${name}`)
      await expect(page.getByRole('dialog')).toBeVisible()
      documents.set(name, await markup(page))
    }
    const quiz = new Quiz(page)
    await quiz.open()
    await quiz.expectStep(1)
    documents.set('quiz', await markup(page))
    await quiz.choose('School')
    await quiz.expectStep(2)
    documents.set('quiz, second step', await markup(page))
    await product.open(PRODUCT.product_id)
    await product.addButton().click()
    await expect(product.addedPopup()).toBeVisible()
    documents.set('popup', await markup(page))
    await page.goto('/product/no-such-bag')
    await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible()
    documents.set('missing product', await markup(page))
    await page.goto(`/?quiz=school.light.classic.surprise`)
    await quiz.expectMatch(PRODUCT.product_name)
    documents.set('quiz result', await markup(page))
    const messages = await checkHtml(documents)
    expect(messages.filter((message) => !message.startsWith('wrong: '))).toEqual([])
    expect(messages, 'the checker finds an error').not.toEqual([])
  },
)

/** The document as the browser has it now. */
async function markup(page: Page): Promise<string> {
  return `<!doctype html>${await page.content()}`.replace(/^<!doctype html><!doctype/i, '<!doctype')
}

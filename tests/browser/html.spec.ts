import { checkHtml, hasHtmlChecker } from '../harness/html-checker.ts'
import { ADDRESSES, UNKNOWN_ADDRESS } from './addresses.ts'
import { expect, test } from './fixtures.ts'

test.skip(!hasHtmlChecker(), 'the Nu HTML checker needs Java, which this machine does not have')

test('the Nu HTML checker objects to nothing on any page', async ({ request }) => {
  const pages = new Map<string, string>()
  for (const address of [...ADDRESSES, UNKNOWN_ADDRESS]) pages.set(address, await (await request.get(address)).text())
  expect(await checkHtml(pages)).toEqual([])
})

test('the Nu HTML checker objects to nothing in an open dialog', async ({ page }) => {
  const dialogs = new Map<string, string>()
  for (const name of ['contact', 'returns']) {
    await page.goto(`/?dialog=${name}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    dialogs.set(name, `<!doctype html>${await page.content()}`.replace(/^<!doctype html><!doctype/i, '<!doctype'))
  }
  expect(await checkHtml(dialogs)).toEqual([])
})

test('what is wrong is found', async () => {
  const wrong = new Map([['wrong', '<!doctype html><html lang="en"><title>Wrong</title><p><div></p></html>']])
  expect(await checkHtml(wrong)).not.toEqual([])
})

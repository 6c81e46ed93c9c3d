import type { Page } from '@playwright/test'
import { adminCatalog } from '../../../contract/catalog/admin.ts'
import { adminLines } from '../../../contract/catalog/lines.ts'
import { requestPath } from '../../../contract/http/call.ts'
import { Quiz } from '../../browser/quiz/quiz.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'
import { ProductEditor, photographs } from './product-editor.ts'

/** The names of the lines as shoppers meet them. */
const linesIn = async (page: Page): Promise<string[]> => {
  const products: { line: string }[] = await (await page.request.get('/api/products')).json()
  return [...new Set(products.map(({ line }) => line))]
}

test('a line is added, renamed with its products, hidden, put elsewhere and removed, by keyboard on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Lines and colors' }).press('Enter')
  const rows = page.getByRole('list', { name: 'Lines in order' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  // Keys go to what has the focus, which a new page gives to its heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await test.step('adds a line, and is told why a name cannot be taken', async () => {
    await page.getByRole('link', { name: 'New line' }).press('Enter')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('CAMPUS')
    await expectGoodScreen(page, 'line-new')
    await page.getByRole('button', { name: 'Add the line' }).press('Enter')
    await expect(page.getByText('There is already a line "Campus".').first()).toBeVisible()
    await name.fill('Walker')
    await page.getByLabel('Text after the name').fill('for the hills')
    await page.getByRole('button', { name: 'Add the line' }).press('Enter')
    await expect(rows).toHaveCount(5)
    await expect(rows.last()).toContainText(/Walker.*Not on the home page, which shows the first 3/)
  })

  await test.step('chooses what goes with a line, also beyond the first products of the shop', async () => {
    await rows.last().getByRole('link', { name: 'Walker' }).press('Enter')
    const products = page.getByRole('combobox', { name: 'Products', exact: true })
    const asked = page.waitForResponse(
      (response) =>
        response.url().includes('search=leash') && response.url().includes(adminCatalog.listAdminProducts.path),
    )
    await products.fill('leash')
    expect((await (await asked).json()).products).toHaveLength(1)
    await page.getByRole('option', { name: 'Key Leash, Tan' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await expect(rows).toHaveCount(5)
    const { lines } = await (await page.request.get(adminLines.listLines.path)).json()
    expect(lines.at(-1)).toMatchObject({ line: 'Walker', goes_with: ['211'] })
  })

  await test.step('renames a line, which its products follow', async () => {
    await rows.first().getByRole('link', { name: 'Campus' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Scholar')
    await expect(page.getByRole('checkbox', { name: /names of its products/ })).toBeChecked()
    await expectGoodScreen(page, 'line-renamed')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await undoChange(page, 'Scholar is saved', async () => {
      expect((await linesIn(page))[0]).toBe('Scholar')
      const filtered = await page.request.get('/shop?line=Campus')
      expect(new URL(filtered.url()).search).toBe('?line=Scholar')
    })
    await expect(rows.first()).toContainText('Campus')
    expect((await linesIn(page))[0]).toBe('Campus')
  })

  await test.step('puts a line first, with its products', async () => {
    await rows.nth(1).getByRole('button', { name: 'Move up: Hybrid' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Hybrid is now in position 1.' })).toBeAttached()
    await expectGoodScreen(page, 'lines-moved')
    await rows.first().getByRole('button', { name: 'Move down: Hybrid' }).press('Enter')
    await expect(page.getByText('The order hasn’t changed, so there’s nothing to save.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save the order' })).toBeDisabled()
    await rows.nth(1).getByRole('button', { name: 'Move up: Hybrid' }).press('Enter')
    await page.getByRole('button', { name: 'Save the order' }).press('Enter')
    await undoChange(page, 'Line order saved', async () => {
      expect((await linesIn(page)).slice(0, 2)).toEqual(['Hybrid', 'Campus'])
    })
    await expect(rows.first()).toContainText('Campus')
  })

  await test.step('removes a line, whose products go to another one', async () => {
    await page.getByRole('link', { name: 'Nomad' }).press('Enter')
    const button = page.getByRole('button', { name: 'Remove this line' })
    await button.press('Enter')
    await expect(page.getByText('Please choose a line to replace it.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Replace it with' }).click()
    await page.getByRole('option', { name: 'Hybrid' }).click()
    await expectGoodScreen(page, 'line-removed')
    await button.press('Enter')
    await undoChange(page, 'Nomad is removed', async () => {
      expect(await linesIn(page)).toEqual(['Campus', 'Hybrid', 'Accessories'])
    })
    await expect(rows).toHaveCount(5)
  })

  await rows.last().getByRole('link', { name: 'Walker' }).press('Enter')
  await page.getByRole('button', { name: 'Remove this line' }).press('Enter')
  await expect(rows).toHaveCount(4)
  expect((await (await page.request.get(adminLines.listLines.path)).json()).lines).toHaveLength(4)
})

test('a new line with a bag is an answer of the quiz, which recommends the bag, on a phone', async ({ page, post }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const editor = new ProductEditor(page)
  const quiz = new Quiz(page)

  await test.step('makes the line with a switch for the quiz, and its words', async () => {
    await page.goto('/admin/lines/edit')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Walker')
    await page.getByLabel('Text after the name').fill('for the hills')
    await page.getByRole('switch', { name: 'Quiz answer' }).press('Space')
    await expect(page.getByLabel('Text below the answer')).toHaveAttribute('placeholder', 'For the hills')
    await page.getByLabel('Why the quiz recommends it').fill('you go up')
    await expectGoodScreen(page, 'line-answer')
    await page.getByRole('button', { name: 'Add the line' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Walker' })).toBeVisible()
  })

  await test.step('adds a bag of the line', async () => {
    await page.goto('/admin/products/new')
    await editor.describe('Walker Full Backpack, Grey')
    await page.getByRole('combobox', { name: 'Line' }).fill('Walker')
    await editor.price().fill('95')
    await editor.putUp(await photographs())
    await editor.publish('Walker Full Backpack, Grey')
    await editor.addToStock(3)
    await editor.expectStock(3)
  })
  const product_id = editor.productId()

  await test.step('a shopper is led to it, and told where it does not fit all answers', async () => {
    await quiz.open()
    await quiz.choose('Walker', 'A bit of everything', 'Quiet', 'Surprise me')
    await quiz.expectMatch('Walker Full Backpack, Grey')
    await expect(
      quiz.section.getByText(/^We picked it because you go up, you want room for everything and you like/),
    ).toBeVisible()
    await quiz.open('/?quiz=line-walker.light.classic.blue')
    await quiz.expectMatch('Walker Full Backpack, Grey')
    await expect(quiz.section.getByText(/^Nothing in our Walker line fits all your answers/)).toBeVisible()
  })

  await test.step('the line is hidden, and its answer with it', async () => {
    await page.goto('/admin/lines/edit?line=Walker')
    await page.getByRole('switch', { name: /^Hidden/ }).press('Space')
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
    await undoChange(page, 'Walker is saved', async () => {
      expect(await (await page.request.get('/')).text()).not.toContain('line-walker')
    })
    expect(await (await page.request.get('/')).text()).toContain('line-walker')
  })

  const product = await (await page.request.get(`/api/admin/products/${product_id}`)).json()
  await post(requestPath(adminCatalog.deleteProduct.path, { product_id }, {}), { version: product.version })
  const { seen } = await (await page.request.get(adminLines.listLines.path)).json()
  await post(adminLines.removeLine.path, { line: 'Walker', to: null, seen })
})

test('a color is added with its own dot, which shoppers see, and its products follow a rename', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/lines')
  const rows = page.getByRole('list', { name: 'Colors in order' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Blue')
  const dialog = page.getByRole('dialog')

  await test.step('is told which value is none', async () => {
    await page.getByRole('button', { name: 'Edit: Blue' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Deep Sea')
    await dialog.getByLabel('Dot color').fill('blueish')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(dialog.getByText('"blueish" isn’t a color value, such as #46607e.')).toBeVisible()
    await expectGoodScreen(page, 'color-edited', '[role=dialog]')
  })

  await test.step('renames it with its products, which have the new dot', async () => {
    await dialog.getByLabel('Dot color').fill('#225577')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await undoChange(page, 'Deep Sea is saved', async () => {
      await expect(rows.first()).toContainText('Deep Sea')
      const html = await (await page.request.get('/product/101')).text()
      expect(html).toContain('<html style="--color-deep-32sea-cloth:#225577"')
      expect(html).toContain('Campus Slim Backpack, Deep Sea')
    })
    await expect(rows.first()).toContainText('Blue')
    expect(await (await page.request.get('/product/101')).text()).toContain('<html lang="en">')
  })

  await test.step('a color that products have is not removed without another one', async () => {
    await page.getByRole('button', { name: 'Edit: Tan' }).press('Enter')
    await dialog.getByRole('button', { name: 'Remove this color' }).press('Enter')
    await expect(dialog.getByText(/A product has the color "Tan"/)).toBeVisible()
  })
})

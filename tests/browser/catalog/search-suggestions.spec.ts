import type { Page } from '@playwright/test'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { expectAccessible } from '../accessibility/axe.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const field = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search products' })
/** A page that has come has the focus in its heading, and the list of suggestions closes. */
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

test('suggestions are reached by keyboard, while the search itself stays as it is (R7)', ONCE, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const isSearch = (path: string) =>
    /search-(suggestions|products)/.test(path) || path === catalogCalls.listProducts.path
  await page.goto('/about')

  await test.step('nothing of it is loaded before the field is used', async () => {
    expect(loaded.filter(isSearch)).toEqual([])
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('products, lines and pages for what is typed, said to screen readers', async () => {
    await field(page).fill('school')
    await expect(list(page).getByRole('group', { name: 'Products' }).getByRole('option').first()).toHaveText(/^Campus/)
    await expect(list(page).getByRole('group', { name: 'Lines' }).getByRole('option')).toHaveText(['Campus'])
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
    const count = await list(page).getByRole('option').count()
    await expect(page.getByRole('banner').getByRole('status')).toHaveText(`${count} suggestions`)
    await expectAccessible(page)
  })

  await test.step('Escape closes only the list, and what was typed stays', async () => {
    await field(page).press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(field(page)).toHaveValue('school')
  })

  await test.step('the arrows go round the options, whose focus stays in the field', async () => {
    await field(page).fill('retur')
    await expect(list(page).getByRole('option')).toHaveText(['Orders & Returns', 'Return policy'])
    await field(page).press('ArrowUp')
    await expect(list(page).getByRole('option', { selected: true })).toHaveText('Return policy')
    await field(page).press('ArrowDown')
    await expect(list(page).getByRole('option', { selected: true })).toHaveCount(0)
    await field(page).press('ArrowDown')
    const chosen = list(page).getByRole('option', { selected: true })
    await expect(chosen).toHaveText('Orders & Returns')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
    await expect(field(page)).toBeFocused()
    await field(page).press('Enter')
    await expect(page).toHaveURL('/orderAndReturn')
    await expect(heading(page)).toBeFocused()
    await expect(list(page)).toBeHidden()
  })

  await test.step('Enter without a chosen option searches', async () => {
    await field(page).fill('nomad')
    await expect(list(page)).toBeVisible()
    await field(page).press('Enter')
    await expect(page).toHaveURL('/shop?q=nomad')
    await expect(heading(page)).toBeFocused()
    await expect(list(page)).toBeHidden()
  })

  await test.step('a dialog is suggested as well, and focus returns to the field', async () => {
    await field(page).fill('contact')
    await list(page).getByRole('option', { name: 'Contact us' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
  })
})

test('on a phone a tap on a suggestion opens it, and closes the search', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open search' }).tap()
  await field(page).last().fill('duffel')
  await list(page).getByRole('option').first().tap()
  await expect(page.getByRole('heading', { level: 1, name: /^Weekender Duffel/ })).toBeVisible()
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open search' })).toBeVisible()
})

test('without the list of products pages are suggested', ONCE, async ({ page, allow }) => {
  allow(/500/, 'the list fails on purpose')
  await page.route(`**${catalogCalls.listProducts.path}`, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/about')
  await field(page).fill('repairs')
  await expect(list(page).getByRole('option')).toHaveText(['Repairs'])
})

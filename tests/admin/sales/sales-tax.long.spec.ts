import type { Page } from '@playwright/test'
import { adminSalesTax } from '../../../contract/tax/admin.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

const states = async (page: Page) => (await (await page.request.get(adminSalesTax.getTaxStates.path)).json()).states
const rates = async (page: Page) => (await (await page.request.get(adminSalesTax.listZipRates.path)).json()).rates

test('an owner says where sales tax is collected, by keyboard, and takes it back', async ({ page }) => {
  await page.goto('/admin/settings#sales-tax')
  const section = page.getByRole('region', { name: 'Where sales tax is collected' })
  await expect(section.getByText('So far you don’t collect it anywhere.')).toBeInViewport()
  await section.getByRole('button', { name: 'The 50 states' }).press('Enter')
  const search = section.getByLabel('Find a state')
  await search.fill('Puerto Rico')
  await expect(section.getByText('No state has that name.')).toBeVisible()
  await search.fill('wash')
  const washington = section.getByRole('group', { name: 'Washington' })
  await search.press('Tab')
  await expect(washington.getByLabel('Washington')).toBeFocused()
  await washington.getByLabel('Washington').selectOption('Collected')
  await washington.getByLabel('Washington').press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('601-234')
  await section.getByRole('button', { name: 'Not collected in the 49 still undecided' }).press('Enter')
  await expect(section.getByText('All states are decided.')).toBeVisible()
  await search.fill('')
  await expectGoodScreen(page, 'sales-tax-states')
  await section.getByRole('button', { name: 'Save the states' }).press('Enter')
  await undoChange(page, 'Sales tax states saved', async () => {
    await expect(section.getByRole('button', { name: 'The other 49 states' })).toBeVisible()
    await expect(washington.getByLabel('Permit number')).toHaveValue('601-234')
    expect(await states(page)).toContainEqual({ state: 'WA', collected: true, delivery_taxed: true, permit: '601-234' })
    expect(await states(page)).toHaveLength(50)
  })
  await expect(section.getByText('So far you don’t collect it anywhere.')).toBeVisible()
  expect(await states(page)).toEqual([])
})

test('rates of ZIP codes are looked at before they are imported, and can be taken back', async ({ page }) => {
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'ZIP code rates' })
  const choose = (name: string, rows: string) =>
    section.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows) })

  await choose('rates.xlsx', 'PK\u0003\u0004')
  await expect(section.getByText('This isn’t a text file.')).toBeVisible()
  await choose('large.csv', 'x'.repeat(10_000_000))
  await expect(section.getByText('This file is too large for a table of ZIP codes.')).toBeVisible()
  await choose('rates.csv', 'state,from,to,percent\nTX,75001,75099,8.25\nTX,75050,,-1\nPR,00601,,8')
  await expect(section.getByText('Row 3: "-1" is not a percentage such as 8.25')).toBeVisible()
  await expect(section.getByText('2 rows are wrong. Nothing was changed.')).toBeVisible()
  await expectGoodScreen(page, 'zip-rates-problems')

  await choose('rates.csv', '\uFEFFstate;from;to;percent\r\nTX;75001;75099;82.5\r\nTX;79901;;7\r\n')
  await section.getByRole('button', { name: 'Import 2 rates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unusual tax rates' })
  await expect(dialog).toContainText('Texas 75001 to 75099: 82.5% is unusual, most rates are 1% to 15%.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await choose('rates.csv', 'state,from,to,percent\nTX,75001,75099,8.25\nTX,79901,,7')
  await section.getByRole('button', { name: 'Import 2 rates' }).click()
  await undoChange(page, 'ZIP code rates imported', () => expect(section.getByText('2 rates: Texas 2.')).toBeVisible())
  await expect(section.getByText('No ZIP code rates yet.')).toBeVisible()
})

test('a rate of a ZIP code is found, and all are removed at once', async ({ page, post }) => {
  const text = 'state,from,to,percent\nTX,75001,75099,8.25\nTX,79901,,7'
  await post(adminSalesTax.replaceZipRates.path, { text, seen: [] })
  await page.goto('/admin/settings')
  const section = page.getByRole('region', { name: 'ZIP code rates' })
  await section.getByRole('button', { name: 'The rates', exact: true }).click()
  await section.getByLabel('Find a ZIP code or a state').fill('75050')
  await expect(section.getByText('Texas 75001 to 75099: 8.25%')).toBeVisible()
  await expect(section.getByText('Texas 79901: 7%')).toBeHidden()
  await expectGoodScreen(page, 'zip-rates')
  const remove = section.getByRole('button', { name: 'Remove all ZIP code rates' })
  await remove.click()
  await undoChange(page, 'ZIP code rates removed', () => expect(remove).toBeHidden())
  await remove.click()
  await expect(section.getByText('No ZIP code rates yet.')).toBeVisible()
  expect(await rates(page)).toEqual([])
})

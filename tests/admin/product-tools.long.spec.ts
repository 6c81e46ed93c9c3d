import { UPLOAD_PATH } from '../../contract/admin/catalog.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { closeNotification, expectClearOf, undoChange } from './notifications.ts'
import { photographs } from './product-editor.ts'

test('a bag is copied in another color by keyboard, and the shop says where the two would not share a card', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products/101')
  await page.getByRole('button', { name: 'Another color' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Another color' })
  const [color, name] = [dialog.getByLabel('Color'), dialog.getByLabel('Name')]
  await expect(color).toBeFocused()
  await color.fill('Grey')
  await expect(name).toHaveValue('Campus Slim Backpack, Grey')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('There is this bag in Grey already')).toBeVisible()
  await color.fill('Green')
  await name.fill('Pine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('such as "Campus Slim Backpack, Green"')).toBeVisible()
  await expectGoodScreen(page, 'another-color', '[role=dialog]')
  await name.fill('Campus Slim Backpack, Green')
  await dialog.getByLabel('Copy the pictures, too').press('Space')
  await name.press('Enter')
  await expect(page.getByRole('heading', { name: 'Campus Slim Backpack, Green', level: 1 })).toBeVisible()
  await expect(page.getByLabel('What picture 1 shows')).not.toHaveValue('')
  await undoChange(page, 'A draft in Green is made', () => expect(page.getByText('Draft').first()).toBeVisible())
  await page.goto('/admin/products?search=green')
  await expect(page.getByText('No product matches this.')).toBeVisible()
})

test('several pictures are put up at once: what cannot be taken is named one by one, and too many are not sent at all', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products/205')
  const field = page.getByLabel('Photographs and videos')
  const uploads: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === UPLOAD_PATH) uploads.push(request.url())
  })
  const [photo] = await photographs(['front'])
  if (photo === undefined) throw new Error('there is no photograph')
  await field.setInputFiles(Array.from({ length: 500 }, (_, index) => ({ ...photo, name: `fair-${index}.jpg` })))
  await expect(page.getByText(/^These are 500 files\. A product has 50 pictures at most/)).toBeVisible()
  await expectGoodScreen(page, 'too-many-pictures')
  expect(uploads).toEqual([])
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`# ${name}`) })
  const count = await page.getByLabel(/^What picture \d+ shows/).count()
  await field.setInputFiles([text('one.jpg'), photo, text('two.jpg'), ...(await photographs(['side', 'back'])), photo])
  await expect(page.getByText('"one.jpg" holds no picture or video')).toBeVisible()
  await expect(page.getByText('"two.jpg" holds no picture or video')).toBeVisible()
  await expect(page.getByText('"fair-front.jpg" is among the pictures already.')).toBeVisible()
  for (const number of [1, 2, 3]) {
    await page.getByLabel(`What picture ${count + number} shows`).fill(`View ${number}`)
  }
  await expectGoodScreen(page, 'some-pictures-failed')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await undoChange(page, 'Pictures: saved')
  await expect(page.getByLabel(/^What picture \d+ shows/)).toHaveCount(count)
})

test('a line sheet has the ticked products of a line with wholesale prices and QR codes, and fits on paper', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products/103')
  await page.getByLabel('Least to order').fill('half a dozen')
  await page.getByLabel('Wholesale price').fill('41')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('Please write a whole number such as 6')).toBeVisible()
  await page.getByLabel('Least to order').fill('6')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await closeNotification(page, '2 fields saved')
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Line sheet' }).press('Enter')
  await expect(page.getByRole('img', { name: /as a QR code$/ })).toHaveCount(23)
  await expect(page.getByText('22 products have no wholesale price.')).toBeVisible()
  await page.goto('/admin/products/line-sheet?line=Campus')
  const codes = page.getByRole('img', { name: /as a QR code$/ })
  await expect(codes).toHaveCount(4)
  await page.getByText('4 of 4 products ticked').press('Enter')
  await page.getByLabel('Campus Slim Backpack, Grey').press('Space')
  await expect(codes).toHaveCount(3)
  await expect(page.getByText('3 of 4 products ticked')).toBeVisible()
  await expectGoodScreen(page, 'line-sheet')
  await page.reload()
  await expect(codes).toHaveCount(3)
  await page.getByText('3 of 4 products ticked').press('Enter')
  // The address is still that of before when the second box is cleared.
  await page.getByRole('checkbox', { checked: true }).evaluateAll((boxes) => {
    for (const box of boxes.slice(0, 2)) if (box instanceof HTMLElement) box.click()
  })
  await expect(page.getByText('1 of 4 products ticked')).toBeVisible()
  await page.getByRole('button', { name: 'Tick all' }).press('Enter')
  await page.getByLabel('Campus Slim Backpack, Grey').press('Space')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await expect(page.getByText('ticked')).toBeHidden()
  await expect(page.getByText('$41.00')).toBeVisible()
  const folder = process.env.ADMIN_SCREENSHOTS
  if (folder !== undefined) await page.pdf({ path: `${folder}/line-sheet.pdf`, format: 'Letter' })
})

test('a change is planned by keyboard, stands in the list and in Today, and is changed and cancelled before its time', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products/106')
  await page.getByRole('button', { name: 'Plan a change' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Plan a change' })
  const when = dialog.getByLabel('When')
  await expect(when).toBeFocused()
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText('Nothing is changed yet.')).toBeVisible()
  await expect(dialog.getByText('Please choose a day and a time')).toBeVisible()
  await when.fill('2020-01-01T06:00')
  await dialog.getByLabel('Sale price').fill('900')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText('Please choose less than the price')).toBeVisible()
  await dialog.getByLabel('Sale price').fill('69')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByText('This time has passed. Please choose a later one.').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await expectGoodScreen(page, 'plan-a-change', '[role=dialog]')
  await when.fill('2090-11-27T06:00')
  await dialog.getByLabel('Name').press('Enter')
  const planned = page.getByRole('region', { name: 'Planned changes' })
  await expect(planned.getByText('Sale price: $69.00')).toBeVisible()
  await planned.getByRole('button', { name: /^Change: / }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Change what is planned' })
  await expect(change.getByLabel('Sale price')).toHaveValue('69.00')
  await expectClearOf(page, 'Planned for Nov 27, 2090, 6:00 AM', change)
  await closeNotification(page, 'Planned for')
  await change.getByLabel('Status').selectOption('Draft')
  await change.getByLabel('Name').press('Enter')
  await closeNotification(page, 'Planned for')
  await expect(planned.getByText('Sale price: $69.00; Status: Draft')).toBeVisible()
  await expectGoodScreen(page, 'product-with-plan')
  await page.goto('/admin/products')
  await expect(page.getByText('Changes on Nov 27, 2090, 6:00 AM')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('Hybrid Slim Backpack, Grey changes by itself')).toBeVisible()
  await page.goto('/admin/products/planned')
  await expectGoodScreen(page, 'planned-changes')
  await page.getByRole('button', { name: /^Cancel it/ }).press('Enter')
  await undoChange(page, 'The planned change is cancelled', () =>
    expect(page.getByText('Nothing is planned.')).toBeVisible(),
  )
  await expect(page.getByText('Sale price: $69.00; Status: Draft')).toBeVisible()
})

test('a number at which the family is mailed is set and undone by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/products/107')
  const field = page.getByLabel('Mail us at a stock of')
  await field.fill('few')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('Please write a whole number such as 6')).toBeVisible()
  await field.fill('5')
  await expectGoodScreen(page, 'running-low')
  await field.press('Enter')
  await undoChange(page, 'Mail us at a stock of: saved', () => expect(field).toHaveValue('5'))
  await expect(field).toHaveValue('')
})

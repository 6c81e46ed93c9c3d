import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'
import { undoChange } from './notifications.ts'

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

import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

test('an owner edits what an email says by keyboard, is told what is wrong by the line, looks at it and takes it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/mail-texts')
  const link = page.getByRole('link', { name: 'Order confirmed' })
  await link.focus()
  await page.keyboard.press('Enter')
  const text = page.getByLabel('Text', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  await expect(text).toHaveValue(/Thank you for your order/)
  const before = await text.inputValue()
  await text.fill('Dear {name},\n\n{items}')
  await expect(page.getByText('Line 1: This email has no placeholder {name}.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expectGoodScreen(page, 'mail-text-problem')
  await text.fill('Dear {first_name},\n\n{items}\n\n')
  await page.getByRole('button', { name: 'Insert {order_number}' }).press('Enter')
  await expect(text).toHaveValue('Dear {first_name},\n\n{items}\n\n{order_number}')
  await page.getByRole('button', { name: 'Preview email' }).press('Enter')
  await expect(page.getByLabel('The email', { exact: true })).toContainText('Dear ')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Dear ')).toBeVisible()
  // Its pictures and its dark scheme pass the policy of the admin's pages.
  await expect
    .poll(() =>
      mail
        .getByRole('img')
        .first()
        .evaluate((image) => 'naturalWidth' in image && image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(mail.getByRole('heading').first()).toHaveCSS('color', 'rgb(244, 239, 230)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectGoodScreen(page, 'mail-text-preview')
  await text.press('Tab')
  await save.press('Enter')
  await undoChange(page, '"Order confirmed" is saved', () =>
    expect(page.getByRole('button', { name: 'Default text' })).toBeVisible(),
  )
  await expect(text).toHaveValue(before)
})

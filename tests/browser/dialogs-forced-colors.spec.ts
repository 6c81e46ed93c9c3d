import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'

test('with forced colors, which take the shadows away, a dialog keeps an edge', ONCE, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const contact = new ContactDialog(page)
  await contact.open('/login')
  await expect(contact.dialog()).toHaveCSS('outline-style', 'solid')
})

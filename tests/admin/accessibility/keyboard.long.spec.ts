import { totpCode } from '../../../backend/testing/totp.ts'
import { press, tabTo } from '../../browser/accessibility/tabbing.ts'
import { FIRST_OWNER, printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expect, newcomerTest as test } from '../fixtures.ts'
import { TRACKING_NUMBER } from '../orders/order-page.ts'

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })

test('without a pointer: the owner signs in, ships an order and undoes it, moves a picture, and closes every dialog', async ({
  page,
  server,
}) => {
  const secret = await signInFirstOwner(page.request, await printedInvite(server))
  await page.context().clearCookies()
  const dialog = () => page.getByRole('dialog')
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const open = async (name: string) => {
    await press(page, page.getByRole('link', { name, exact: true }))
    await expect(heading(name)).toBeFocused()
  }
  /** A dialog takes the focus, Escape closes it, and the focus is back where it was. */
  const expectDialog = async (opener: ReturnType<typeof button>, name: string) => {
    await press(page, opener)
    await expect(page.getByRole('dialog', { name }).locator(':focus')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(dialog()).toBeHidden()
    await expect(opener).toBeFocused()
  }

  await test.step('signs in', async () => {
    await page.goto('/admin')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(FIRST_OWNER.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(FIRST_OWNER.password)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await page.keyboard.type(totpCode(secret, 1))
    await page.keyboard.press('Enter')
    await expect(heading('Today')).toBeVisible()
  })

  await test.step('finds an order', async () => {
    await open('Orders')
    await tabTo(page, page.getByLabel('Find an order'))
    await page.keyboard.type('100001')
    await expect(page.getByRole('link', { name: /^# \d+/ })).toHaveCount(1)
    await press(page, page.getByRole('link', { name: /100001/ }))
    await expect(heading('Order # 100001')).toBeFocused()
  })

  await test.step('closes its dialogs', async () => {
    await expectDialog(button('Ship'), 'Ship the order')
    await expectDialog(button('Cancel items'), 'Cancel items')
    await expectDialog(button('Refund'), 'Refund')
  })

  await test.step('ships it: each step of the dialog takes the focus', async () => {
    await press(page, button('Ship'))
    const number = dialog().getByLabel('Tracking number')
    await expect(number).toBeFocused()
    await page.keyboard.type('1Z')
    await page.keyboard.press('Enter')
    await expect(dialog().getByLabel('Email to the shopper')).toBeFocused()
    await press(page, button('Back'))
    await expect(number).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(TRACKING_NUMBER)
    await page.keyboard.press('Enter')
    await expect(dialog().getByLabel('Email to the shopper')).toBeFocused()
    await press(page, button('Ship and send'))
    await expect(dialog()).toBeHidden()
    await expect(button('Correct the tracking number')).toBeFocused()
  })

  await test.step('undoes that', async () => {
    await press(page, button(/^Undo: .*1Z999/))
    await expect(button('Ship')).toBeVisible()
  })

  await test.step('moves a picture, whose button stays in reach', async () => {
    await page.goto('/admin/products/101')
    const texts = page.getByLabel(/^What picture \d+ shows \*$/)
    await expect(texts).not.toHaveCount(0)
    const [first = '', second = ''] = await texts.evaluateAll((all) =>
      all.flatMap((one) => (one instanceof HTMLTextAreaElement ? [one.value] : [])),
    )
    await press(page, button('Move picture 2 forward'))
    await expect(texts.first()).toHaveValue(second)
    await expect(button('Move picture 1 back')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(texts.first()).toHaveValue(first)
    await expect(button('Move picture 2 back')).toBeFocused()
    await press(page, button('Move picture 2 forward'))
    await expectDialog(button('Crop picture 1'), 'Crop the picture')
    const preview = page.locator('main li img').first()
    const whole = await preview.getAttribute('src')
    await press(page, button('Crop picture 1'))
    await press(page, dialog().getByRole('button', { name: 'Crop', exact: true }))
    await expect(dialog()).toBeHidden()
    await expect(preview).not.toHaveAttribute('src', whole ?? '')
    await expect(button('Crop picture 1')).toBeFocused()
    await expectDialog(page.getByRole('link', { name: 'Today', exact: true }), 'Leave without saving?')
    await press(page, button('Save'))
    await expect(button('Save')).toBeHidden()
  })

  await test.step('undoes that from the list of changes', async () => {
    await open('Changes')
    await press(
      page,
      page
        .getByRole('article')
        .first()
        .getByRole('button', { name: /^Undo: / }),
    )
    await expect(page.getByRole('article', { name: /: Undone/ })).toBeVisible()
  })

  await test.step('closes the dialog that ends every session', async () => {
    await open('Your account')
    await expectDialog(button('Sign out everywhere'), 'Sign out everywhere?')
  })
})

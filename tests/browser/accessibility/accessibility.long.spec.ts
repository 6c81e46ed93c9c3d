import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { Quiz } from '../quiz/quiz.ts'
import { expectAccessible } from './axe.ts'

const DESKTOP = { width: 1440, height: 900 }

test('a cart with a product in it has nothing that axe objects to', async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await expectAccessible(page)
  await cart.open()
  await cart.expectCount(1)
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessible(page)
})

test('an open dialog has nothing that axe objects to, whatever it shows', async ({ page }) => {
  await page.goto('/?dialog=returns')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  const contact = new ContactDialog(page)
  await contact.open()
  await expectAccessible(page)
  await contact.send()
  await expect(contact.field('First name')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'dialog')
})

test('an open checkout, also with its errors marked, has nothing that axe objects to', async ({ page, checkout }) => {
  await checkout.open('guest')
  await checkout.reachCard()
  await expect(page.getByText('These card fields are for testing')).toBeVisible()
  await expectAccessible(page)
  await checkout.payNow()
  await expect(checkout.popup()).toBeVisible()
  await expectAccessible(page, '[role=alertdialog]')
  await checkout.popup().getByRole('button', { name: 'Okay' }).click()
  await checkout.expectError('City', 'Please enter a city')
  await expectAccessible(page)
  await page.setViewportSize(DESKTOP)
  await expectAccessible(page)
})

test('no step of the quiz and no result has anything that axe objects to', ONCE, async ({ page }) => {
  const quiz = new Quiz(page)
  await quiz.open()
  for (const choice of ['Travel', 'A bit of everything', 'Quiet', 'Blue']) {
    await expect(quiz.answer(choice)).toBeVisible()
    await expectAccessible(page, 'section:has(#quiz)')
    await quiz.choose(choice)
  }
  await quiz.expectMatch('Nomad Full Backpack, Blue')
  await expectAccessible(page, 'section:has(#quiz)')
})

import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { openBare } from '../visit-storage.ts'

export const PAY_NOW_TEXT =
  'We are not processing online orders yet. For Wholesale or Retail Inquiries, please reach out to us via our Contact Us page or email. Thank you for visiting us.'

export const CUSTOMER = {
  customer_id: 'browser-test',
  firstName: 'Demo',
  lastName: 'Shopper',
  email: 'demo@packwright.example',
} as const

type CardField = 'Card number' | 'Expiration, MM/YY' | 'CVV'

/** The checkout as a shopper uses it. */
export class Checkout {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Stores units of the test product as the cart of an earlier visit. */
  async seedCart(quantity: number, price: number = PRODUCT.price, more: readonly object[] = []): Promise<void> {
    await this.store('cart', JSON.stringify({ items: [{ ...PRODUCT, price, quantity, stock_quantity: 20 }, ...more] }))
  }

  /** Stores in the tab what a guest had typed and the delivery option that they had chosen. */
  async seedInput(values: Record<string, string>, chosen: string): Promise<void> {
    const text = JSON.stringify({ visitor: null, values, chosen })
    await this.page.evaluate((stored) => sessionStorage.setItem('checkout', stored), text)
  }

  /** Signs a customer in the way an earlier visit did. */
  async signIn(): Promise<void> {
    await this.store('user', JSON.stringify(CUSTOMER))
    await this.store('token', 'browser-test')
  }

  /** Opens the checkout with a full cart, as a customer or as a guest. */
  async open(who: 'customer' | 'guest' = 'guest', quantity = 2, price: number = PRODUCT.price): Promise<void> {
    await openBare(this.page)
    await this.seedCart(quantity, price)
    if (who === 'customer') await this.signIn()
    await this.page.evaluate(
      (guest) => history.replaceState(guest ? { usr: { guest } } : null, '', '/checkout'),
      who === 'guest',
    )
    await this.page.reload()
    await this.expectOpen()
  }

  async expectOpen(): Promise<void> {
    await expect(this.page).toHaveURL('/checkout')
    await expect(this.field('Address line 1')).toBeVisible()
  }

  /** A field by its label; card fields are in frames of their own. */
  field(label: string): Locator {
    return this.page.getByRole('form', { name: 'Checkout' }).getByLabel(label, { exact: true })
  }

  async fill(values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  async fillAddress(): Promise<void> {
    await this.fill({ 'Address line 1': '12 Main St', City: 'Sacramento', 'ZIP code': '95814' })
    await this.chooseState('California')
  }

  /** Chooses a state and leaves the field. */
  async chooseState(name: string): Promise<void> {
    await this.field('State').focus()
    await this.field('State').selectOption({ label: name })
    await this.field('State').blur()
  }

  /** Expects a field to show this error; empty for none. */
  async expectError(label: string, text: string): Promise<void> {
    const field = this.field(label)
    await expect(field).toHaveAccessibleDescription(text)
    if (text === '') await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    else await expect(field).toHaveAttribute('aria-invalid', 'true')
  }

  delivery(text: string): Locator {
    return this.page.getByRole('radio', { name: text })
  }

  /** Expands the summary on a phone; on a desktop it is open. */
  async expandSummary(): Promise<void> {
    const toggle = this.page.getByRole('button', { name: 'Order Summary' })
    if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
  }

  /** One row of the summary, such as 'Total', and the amount in it. */
  async expectSum(name: string, amount: string): Promise<void> {
    await this.expandSummary()
    const summary = this.page.getByRole('complementary', { name: 'Order Summary' })
    await expect(
      summary.getByText(name, { exact: true }).locator('xpath=ancestor-or-self::dt/following-sibling::dd[1]'),
    ).toHaveText(amount)
  }

  summary(): Locator {
    return this.page.getByRole('complementary', { name: 'Order Summary' })
  }

  async payNow(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pay Now' }).click()
  }

  popup(): Locator {
    return this.page.getByRole('alertdialog')
  }

  /** Brings the card section into sight, which loads its fields. */
  async reachCard(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Credit / Debit Card Detail' }).scrollIntoViewIfNeeded()
  }

  cardFrame(field: CardField): FrameLocator {
    return this.page.frameLocator(`iframe[title="${field}"]`)
  }

  cardField(field: CardField): Locator {
    return this.cardFrame(field).getByRole('textbox')
  }

  private async store(key: string, value: string): Promise<void> {
    await this.page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value] as const)
  }
}

import { expect, type Locator, type Page } from '@playwright/test'

export const GUEST = {
  firstName: 'Guest',
  lastName: 'Shopper',
  email: 'guest@packwright.example',
  orderId: '100005',
}

/** Order management as a shopper uses it. */
export class OrdersPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/orderAndReturn${search}`)
    await expect(this.page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
  }

  guestForm(): Locator {
    return this.page.getByRole('form', { name: 'Find Your Order' })
  }

  customerForm(): Locator {
    return this.page.getByRole('form', { name: 'Your Orders' })
  }

  async find(lookup: typeof GUEST): Promise<void> {
    await this.fill(lookup)
    await this.findButton().click()
  }

  findButton(): Locator {
    return this.guestForm().getByRole('button', { name: 'Find Order' })
  }

  async fill(lookup: typeof GUEST): Promise<void> {
    const form = this.guestForm()
    await form.getByLabel('First name').fill(lookup.firstName)
    await form.getByLabel('Last name').fill(lookup.lastName)
    await form.getByLabel('Email').fill(lookup.email)
    await form.getByLabel('Order number').fill(lookup.orderId)
  }

  /** Chooses one of the customer's own orders and opens it. */
  async choose(orderId: string): Promise<void> {
    await this.dropdown().selectOption(orderId)
    await this.customerForm().getByRole('button', { name: 'Find Order' }).click()
    await this.expectFound(orderId)
  }

  dropdown(): Locator {
    return this.customerForm().getByRole('combobox', { name: 'Order' })
  }

  /** The customer's orders are there to be chosen from. */
  async expectList(): Promise<void> {
    await expect(this.dropdown()).toBeEnabled()
    await expect(this.dropdown().getByRole('option')).not.toHaveCount(1)
  }

  async expectListFailure(): Promise<void> {
    const text = 'Failed to fetch your orders. Please try again later.'
    await expect(this.page.getByRole('alert').getByText(text)).toBeVisible()
  }

  tryAgain(): Locator {
    return this.page.getByRole('main').getByRole('button', { name: 'Try again' })
  }

  receipt(orderId: string): Locator {
    return this.page.getByRole('region', { name: `Order # ${orderId}` })
  }

  async expectFound(orderId: string): Promise<void> {
    await expect(this.receipt(orderId)).toBeVisible()
  }

  async expectMissing(): Promise<void> {
    await expect(this.page.getByRole('alert').getByText('Order not found. Please check your details.')).toBeVisible()
    await expect(this.page.getByRole('region', { name: /^Order #/ })).toHaveCount(0)
  }

  /** The rows of items, without the row of headings. */
  items(): Locator {
    return this.page.getByRole('table', { name: 'Items of this order' }).locator('tbody tr')
  }

  cancelButton(): Locator {
    return this.page.getByRole('button', { name: 'Cancel Order' })
  }

  cancelForm(): Locator {
    return this.page.getByRole('form', { name: 'Cancel items' })
  }

  async fillCancellation(reason: string, details: string): Promise<void> {
    await this.cancelForm().getByLabel('Reason').selectOption(reason)
    await this.cancelForm().getByLabel('Details').fill(details)
  }

  async submitCancellation(): Promise<void> {
    await this.cancelForm()
      .getByRole('button', { name: /^Submit/ })
      .click()
  }

  /** The message beside the page. */
  popup(): Locator {
    return this.page.getByRole('alert').filter({ has: this.page.getByRole('button', { name: 'Close' }) })
  }

  async closePopup(text: string): Promise<void> {
    const popup = this.popup()
    await expect(popup).toContainText(text)
    await popup.getByRole('button', { name: 'Close' }).click()
    await expect(popup).toBeHidden()
  }
}

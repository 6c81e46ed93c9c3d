import { expect, type Page } from '@playwright/test'

/** A tracking number of UPS. */
export const TRACKING_NUMBER = '1Z999AA10123456784'

/** The screen of an order. */
export class OrderPage {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  dialog() {
    return this.page.getByRole('dialog')
  }

  /** Finds an order by its number among the orders, and opens it. */
  async find(orderId: string): Promise<void> {
    await this.page.getByLabel('Find an order').fill(`#${orderId}`)
    await expect(this.page.getByRole('link', { name: /^# \d+/ })).toHaveCount(1)
    await this.page.getByRole('link', { name: new RegExp(orderId) }).click()
    await expect(this.page.getByRole('heading', { name: `Order # ${orderId}` })).toBeVisible()
    await expect(this.page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  }

  async startShipping(): Promise<void> {
    await this.page.getByRole('button', { name: 'Ship', exact: true }).click()
    await expect(this.dialog().getByLabel('Tracking number')).toBeVisible()
  }

  async showMail(): Promise<void> {
    await this.dialog().getByRole('button', { name: 'Preview email' }).click()
  }

  /** On a phone whose keyboard is open, too: who gets it, and the button that sends it. */
  async expectMailFromItsTop(confirm: string): Promise<void> {
    const size = this.page.viewportSize() ?? { width: 360, height: 740 }
    for (const height of [560, size.height]) {
      await this.page.setViewportSize({ ...size, height })
      await expect(this.dialog().getByText(/^To .+@/)).toBeInViewport({ ratio: 1 })
      await expect(this.dialog().getByRole('button', { name: confirm })).toBeInViewport({ ratio: 1 })
    }
  }

  /** Expects the recipient to be visible below the title of the dialog, which stays at its top. */
  async expectRecipientUncovered(): Promise<void> {
    const isOnTop = (line: HTMLElement) => {
      const { left, top } = line.getBoundingClientRect()
      return document.elementFromPoint(left + 1, top + 1) === line
    }
    const recipient = this.dialog().getByText(/^To .+@/)
    await expect.poll(() => recipient.evaluate(isOnTop)).toBe(true)
  }

  /** The mail that says it has shipped, before it leaves. */
  async showShippingMail(): Promise<void> {
    await this.dialog().getByLabel('Tracking number').fill(TRACKING_NUMBER)
    await this.showMail()
    await expect(this.dialog().getByLabel('Email to the shopper')).toContainText('is on its way')
  }

  async ship(): Promise<void> {
    await this.dialog().getByRole('button', { name: 'Ship and send' }).click()
    await expect(this.page.getByRole('link', { name: 'Track it at UPS' })).toBeVisible()
  }

  /** Cancels one of several items. */
  async cancelItem(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel items' }).click()
    await this.dialog().getByRole('checkbox', { name }).check()
    await this.dialog().getByLabel('Reason (shown to the shopper)').fill('The zipper is sold out')
    await this.showMail()
    await this.dialog().getByRole('button', { name: 'Cancel items and send' }).click()
    await expect(this.page.getByText('Cancelled: The zipper is sold out.')).toBeVisible()
  }

  async startRefund(): Promise<void> {
    await this.page.getByRole('button', { name: 'Refund', exact: true }).click()
  }

  recordButton(amount: string) {
    return this.dialog().getByRole('button', { name: `Record $${amount} and send` })
  }

  async showRefundMail(amount: string): Promise<void> {
    await this.dialog().getByLabel('Amount in dollars').fill(amount)
    await this.showMail()
    await expect(this.recordButton(amount)).toBeVisible()
  }

  async refund(amount: string): Promise<void> {
    await this.recordButton(amount).click()
    await expect(this.page.getByText(`Refunded $${amount}`)).toBeVisible()
  }

  async undoRefund(amount: string): Promise<void> {
    await this.page.getByRole('button', { name: `Undo: Refunded $${amount}` }).click()
    await expect(this.page.getByText(`Refund undone: $${amount}`)).toBeVisible()
  }
}

import { expect, type Locator, type Page } from '@playwright/test'

/** Fields of a visitor's message. */
export const MESSAGE = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@shop.example',
  Details: 'Do you repair zippers?',
} as const

/** The contact dialog as a visitor uses it. */
export class ContactDialog {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  dialog(): Locator {
    return this.page.getByRole('dialog', { name: 'Write to us' })
  }

  field(label: string): Locator {
    return this.dialog().getByLabel(label)
  }

  /** By its address, over a page with little on it or over the given one. */
  async open(path = '/error'): Promise<void> {
    await this.page.goto(`${path}?dialog=contact`)
    await this.expectOpen()
  }

  async openFromFooter(): Promise<void> {
    await this.page.getByRole('contentinfo').getByRole('link', { name: 'Inquiries or Feedback' }).click()
    await this.expectOpen()
  }

  async expectOpen(): Promise<void> {
    await expect(this.dialog()).toBeVisible()
  }

  async expectClosed(): Promise<void> {
    await expect(this.dialog()).toBeHidden()
    await expect(this.page).not.toHaveURL(/dialog=/)
  }

  async fill(values: Readonly<Record<string, string>> = MESSAGE): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
    if ((await this.field('Reason').inputValue()) === '') await this.field('Reason').selectOption('General Inquiry')
  }

  async send(): Promise<void> {
    await this.sendButton().click()
  }

  sendButton(): Locator {
    return this.dialog().getByRole('button', { name: 'Send message' })
  }

  /** By the labels of the fields; by default those of `fill`. */
  async expectValues(values: Readonly<Record<string, string>> = MESSAGE): Promise<void> {
    for (const [label, value] of Object.entries(values)) await expect(this.field(label)).toHaveValue(value)
  }

  /** A modal message, closed with its button. */
  async closePopup(text: string, button: string): Promise<void> {
    const popup = this.page.getByRole('alertdialog').filter({ hasText: text })
    await expect(popup).toBeVisible()
    await expect(popup.getByRole('button', { name: button })).toBeFocused()
    await popup.getByRole('button', { name: button }).click()
    await expect(popup).toBeHidden()
  }
}

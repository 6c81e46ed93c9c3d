import { expect, type Locator, type Page } from '@playwright/test'

/** The backpack quiz as a shopper uses it. */
export class Quiz {
  readonly page: Page
  readonly section: Locator

  constructor(page: Page) {
    this.page = page
    this.section = page.getByRole('region', { name: 'Which one is yours?' })
  }

  /** Opens the page without waiting for its pictures, which a new shop makes on their first request. */
  async open(address = '/'): Promise<void> {
    await this.page.goto(address, { waitUntil: 'domcontentloaded' })
    await this.section.scrollIntoViewIfNeeded()
  }

  question(text: string): Locator {
    return this.section.getByRole('group', { name: text })
  }

  answer(label: string): Locator {
    return this.section.getByRole('button', { name: label, exact: true })
  }

  /** Answers one question after the other. */
  async choose(...labels: string[]): Promise<void> {
    for (const label of labels) await this.answer(label).click()
  }

  async expectStep(number: number): Promise<void> {
    await expect(this.section.getByRole('group').getByText(`Step ${number} of 4`)).toBeVisible()
  }

  async expectMatch(productName: string): Promise<void> {
    await expect(this.section.getByRole('heading', { name: 'Your match' })).toBeVisible()
    await expect(this.section.getByText(productName, { exact: true })).toBeVisible()
  }
}

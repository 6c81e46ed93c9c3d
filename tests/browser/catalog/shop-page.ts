import { expect, type Locator, type Page } from '@playwright/test'

/** The product list as a shopper uses it. */
export class ShopPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens the list, with a filter in the address if one is given (`?min=20`). */
  async open(search = ''): Promise<void> {
    await this.page.goto(`/shop${search}`)
    await this.expectOpen()
  }

  async expectOpen(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  }

  /** The card of one product. */
  card(productName: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name: productName })
  }

  /** Every card on the list. */
  cards(): Locator {
    return this.page.getByRole('main').locator('a[href^="/product/"]:has(h2, h3)')
  }

  /** Filters by price in dollars and by the sold-out toggle; on a phone the filters are unfolded first. */
  async filter(wanted: { min?: number; max?: number; soldOut?: boolean }): Promise<void> {
    await this.expandFilters()
    const main = this.page.getByRole('main')
    if (wanted.min !== undefined) await main.getByLabel('Minimum price').fill(String(wanted.min))
    if (wanted.max !== undefined) await main.getByLabel('Maximum price').fill(String(wanted.max))
    if (wanted.soldOut !== undefined) {
      const toggle = main.getByLabel('Include sold-out items')
      await toggle.setChecked(wanted.soldOut)
    }
  }

  private async expandFilters(): Promise<void> {
    const folded = this.page.getByRole('button', { name: 'Filter and sort', expanded: false })
    if (await folded.isVisible()) await folded.click()
  }

  async openProduct(productName: string): Promise<void> {
    await this.card(productName).click()
    await expect(this.page.getByRole('heading', { level: 1, name: productName })).toBeVisible()
  }
}

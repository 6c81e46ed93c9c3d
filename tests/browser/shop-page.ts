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
    return this.page.getByRole('main').locator('a[href^="/product/"]')
  }

  /** Filters by price in dollars and by the sold-out toggle; on a phone the filters are opened first. */
  async filter(wanted: { min?: number; max?: number; soldOut?: boolean }): Promise<void> {
    await this.openFilters()
    if (wanted.min !== undefined) await this.field(/min|from/i).fill(String(wanted.min))
    if (wanted.max !== undefined) await this.field(/max|to\b/i).fill(String(wanted.max))
    if (wanted.soldOut !== undefined) await this.soldOutToggle().setChecked(wanted.soldOut)
    await this.closeFilters()
  }

  soldOutToggle(): Locator {
    const name = /sold[- ]out/i
    return this.page.getByRole('checkbox', { name }).or(this.page.getByRole('switch', { name }))
  }

  private field(name: RegExp): Locator {
    return this.page.getByRole('main').or(this.page.getByRole('dialog')).getByLabel(name).first()
  }

  private async openFilters(): Promise<void> {
    const opener = this.page.getByRole('button', { name: /^filter/i })
    if (await opener.isVisible()) await opener.click()
  }

  private async closeFilters(): Promise<void> {
    const close = this.page.getByRole('dialog').getByRole('button', { name: /^(show|apply|close|done)/i })
    if (await close.first().isVisible()) await close.first().click()
  }

  async openProduct(productName: string): Promise<void> {
    await this.card(productName).click()
    await expect(this.page.getByRole('heading', { level: 1, name: productName })).toBeVisible()
  }
}

import { expect, type Locator, type Page } from '@playwright/test'

/** The page of one product as a shopper uses it. */
export class ProductPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(productId: string): Promise<void> {
    await this.page.goto(`/product/${productId}`)
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  addButton(): Locator {
    return this.page.getByRole('button', { name: 'Add to Cart', exact: true })
  }

  /** Bar at the bottom of a small screen while the button is out of sight. */
  bar(): Locator {
    return this.page.getByRole('region', { name: 'Add to Cart' })
  }

  thumbnails(): Locator {
    return this.page.getByRole('list', { name: 'Pictures', exact: true }).getByRole('button')
  }

  /** Adds one, and puts away the popup that says so. */
  async add(): Promise<void> {
    await this.addButton().click()
    await expect(this.addedPopup()).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(this.addedPopup()).toBeHidden()
  }

  addedPopup(): Locator {
    return this.page.getByRole('status').filter({ hasText: 'Product added to cart.' })
  }

  /** Zooms in by so many steps of 0.25. */
  async zoomIn(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) await this.page.getByRole('button', { name: 'Zoom in' }).click()
  }

  async zoomOut(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) await this.page.getByRole('button', { name: 'Zoom out' }).click()
  }

  /** To the cart, by 'Review Cart'. */
  async reviewCart(): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name: 'Review Cart' }).click()
  }
}

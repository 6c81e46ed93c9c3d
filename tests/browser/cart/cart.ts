import { expect, type Locator, type Page } from '@playwright/test'
import { seedStorage } from '../visit-storage.ts'

/** The cart as a shopper uses it, on its page and in the header. */
export class Cart {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(): Promise<void> {
    await this.page.goto('/cart')
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  /** The header's count of units. */
  async expectBadge(count: number): Promise<void> {
    const name = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
    await expect(this.page.getByRole('banner').getByRole('link', { name })).toBeVisible()
  }

  /** The title's count of units. */
  async expectCount(count: number): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: new RegExp(`\\b${count} items?\\b`) })).toBeVisible()
  }

  /** The total in the footer row, as it is written: `$158.00`. */
  async expectTotal(total: string): Promise<void> {
    await expect(this.row(/total/i).last()).toContainText(total)
  }

  async expectEmpty(): Promise<void> {
    await expect(this.page.getByRole('main').getByText('Your cart is empty')).toBeVisible()
  }

  /** The row of one product. */
  line(productName: string): Locator {
    return this.row(productName)
  }

  async increase(productName: string): Promise<void> {
    await this.button(`Increase quantity of ${productName}`).click()
  }

  async remove(productName: string): Promise<void> {
    await this.button(`Remove ${productName}`).click()
  }

  /** Stores a text as the cart before the first page loads, as an old version or a broken extension may have written it. */
  async seedFirstLoad(text: string): Promise<void> {
    await this.page.addInitScript((stored) => {
      // Once only: a reload shows what the shop itself made of it.
      if (sessionStorage.getItem('seeded') !== null) return
      sessionStorage.setItem('seeded', 'yes')
      localStorage.setItem('cart', stored)
    }, text)
  }

  /** Opens the cart with these items of an earlier visit. */
  async openWith(items: readonly object[]): Promise<void> {
    await this.seedItems(items)
    await this.open()
  }

  async seedItems(items: readonly object[]): Promise<void> {
    await seedStorage(this.page, { cart: JSON.stringify({ items }) })
  }

  /** Reads the cart from the browser's store. */
  stored(): Promise<unknown> {
    return this.page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))
  }

  private row(name: string | RegExp): Locator {
    return this.page.getByRole('row').filter({ hasText: name })
  }

  private button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }
}

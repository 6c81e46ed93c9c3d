import { expect, type Page } from '@playwright/test'
import { buildImage } from '../../../backend/testing/test-catalog.ts'
import { undoChange } from '../notifications.ts'

const VIEWS = ['front', 'side', 'back']

/** A small photograph for each view. */
export async function photographs(
  views: readonly string[] = VIEWS,
): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  return Promise.all(
    views.map(async (view, index) => ({
      name: `fair-${view}.jpg`,
      mimeType: 'image/jpeg',
      // A size of its own gives each a hash of its own.
      buffer: await buildImage(320 + index),
    })),
  )
}

/** The screen on which a product is made and changed. */
export class ProductEditor {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** A field that is marked as required. */
  required(label: string) {
    return this.page.getByLabel(new RegExp(`^${label} \\*$`))
  }

  /** A field that may stay empty. */
  optional(label: string) {
    return this.page.getByLabel(new RegExp(`^${label}( optional)?$`)).first()
  }

  price() {
    return this.required('Price')
  }

  /** Product number, from the address. */
  productId(): string {
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** The product's page in the shop. */
  async shopPage(): Promise<string> {
    return (await this.page.request.get(`/product/${this.productId()}`)).text()
  }

  /** Every field of a new product but its price and its photographs. */
  async describe(name: string): Promise<void> {
    // The editor's code comes after the page.
    await expect(this.page.getByRole('textbox', { name: /^Description/ })).toBeVisible()
    await this.required('Name').fill(name)
    await this.page.getByRole('combobox', { name: 'Line' }).fill('Accessories')
    await this.optional('Style').fill('full')
    await this.optional('Color').fill('Grey')
    await this.optional('Size').fill('Full, 24 L')
    await this.required('Short description').fill('A pack for a day at the fair.')
    await this.page.getByRole('textbox', { name: /^Description/ }).fill('Room for a coat and lunch.')
  }

  /** Uploads files, three of them photographs, and says what each shows. */
  async putUp(files: Awaited<ReturnType<typeof photographs>>): Promise<void> {
    await this.page.getByLabel('Photos and videos').setInputFiles(files)
    for (const [index, view] of VIEWS.entries()) {
      await this.page.getByLabel(`What picture ${index + 1} shows`).fill(altOf(view))
    }
  }

  async publish(name: string): Promise<void> {
    await this.page.getByText('In the shop', { exact: true }).click()
    await this.make()
    await expect(this.page.getByRole('heading', { name })).toBeVisible()
  }

  async make(): Promise<void> {
    await this.page.getByRole('button', { name: 'Create product' }).click()
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save', exact: true }).click()
  }

  /** Changes the price, which the shop shows, and takes that back at once. */
  async changePriceAndUndo(price: string, before: string): Promise<void> {
    await this.price().fill(price)
    await this.save()
    await undoChange(this.page, `Price changed to $${price}`, () =>
      expect.poll(() => this.shopPage()).toContain(`$${price}`),
    )
    await expect(this.price()).toHaveValue(before)
    await expect.poll(() => this.shopPage()).toContain(`$${before}`)
  }

  async addToStock(count: number): Promise<void> {
    await this.page.getByText('Received').click()
    await this.page.getByLabel('Quantity').fill(String(count))
    await this.page.getByRole('button', { name: `Add ${count}` }).click()
  }

  async expectStock(count: number): Promise<void> {
    await expect(this.page.getByText(`${count} in stock`)).toBeVisible()
  }
}

function altOf(view: string): string {
  return `The pack from the ${view}`
}

import { PRODUCT } from '../browser/addresses.ts'
import { PAY_NOW_TEXT } from '../browser/checkout/checkout.ts'
import { MESSAGE } from '../browser/contact/contact-dialog.ts'
import { GUEST } from '../browser/orders/orders-page.ts'
import type { WalkBrowser } from './walk-browser.ts'

type Step = { name: string; run: (browser: WalkBrowser, address: string) => Promise<void> }

/** Steps that must work in every browser, in this order: each one continues where the last one ended. */
export const WALK: readonly Step[] = [
  {
    name: 'home leads to the shop',
    run: async (browser, address) => {
      await browser.open(address)
      await browser.click(link('Shop Now'))
      await browser.waitFor(title('Shop'))
    },
  },
  {
    name: 'a card leads to its product',
    run: async (browser) => {
      await browser.click(`//main//a[.//*[self::h2 or self::h3][normalize-space()="${PRODUCT.product_name}"]]`)
      await browser.waitFor(title(PRODUCT.product_name))
    },
  },
  {
    name: 'Add to Cart adds one and says so',
    run: async (browser) => {
      await browser.click(button('Add to Cart'))
      await browser.waitFor(`//*[@role="status"][contains(., "Product added to cart.")]`)
      await browser.waitFor('//header//a[@aria-label="Cart, 1 item"]')
    },
  },
  {
    name: 'the cart counts, and is still there after a reload',
    run: async (browser, address) => {
      await browser.click(link('Review Cart'))
      await browser.waitFor('//h1[contains(., "1 item")]')
      await browser.click(`//button[@aria-label="Increase quantity of ${PRODUCT.product_name}"]`)
      await browser.waitFor('//main//tr[contains(., "$158.00")]')
      await browser.open(`${address}/cart`)
      await browser.waitFor('//h1[contains(., "2 items")]')
    },
  },
  {
    name: 'a guest proceeds to the checkout form',
    run: async (browser) => {
      await browser.click(button('Proceed to Checkout'))
      await browser.click(button('Continue as Guest'))
      await browser.waitFor(field('//main', 'Address line 1'))
    },
  },
  {
    name: 'the form is filled in, and Pay Now opens its popup',
    run: async (browser) => {
      await fillAll(browser, '//main', {
        'First name': 'Ada',
        'Last name': 'Shopper',
        'E-mail': 'ada@packwright.example',
        'Address line 1': '12 Main St',
        City: 'Sacramento',
      })
      await browser.choose(field('//main', 'State'), 'CA')
      await browser.fill(field('//main', 'ZIP code'), '95814')
      await browser.click(button('Pay Now'))
      await closePopup(browser, PAY_NOW_TEXT)
    },
  },
  {
    name: 'a message is sent from the contact dialog',
    run: async (browser) => {
      await browser.click('//footer//a[normalize-space()="Inquiries or Feedback"]')
      await fillAll(browser, '//dialog', MESSAGE)
      await browser.choose(field('//dialog', 'Reason'), 'General Inquiry')
      await browser.click(button('Send message'))
      await closePopup(browser, "Thank you for contacting us. We'll get back to you within 24 to 48hrs.")
      await browser.waitUntilGone('//dialog[@open]')
    },
  },
  {
    name: 'a guest finds an order and cancels an item of it',
    run: async (browser, address) => {
      await browser.open(`${address}/orderAndReturn`)
      await fillAll(browser, '//main', {
        'First name': GUEST.firstName,
        'Last name': GUEST.lastName,
        'E-mail': GUEST.email,
        'Order number': GUEST.orderId,
      })
      await browser.click(button('Find Order'))
      await browser.click('//main//table//tbody//input[@type="checkbox"][not(@disabled)]')
      await browser.click(button('Cancel Order'))
      await browser.choose(field('//main', 'Reason'), 'Changed My Mind')
      await browser.fill(field('//main', 'Details'), 'I found one at home.')
      await browser.click(button('Submit Request'))
      await browser.waitFor('//*[contains(text(), "Cancellation request submitted successfully!")]')
      await browser.waitFor('//main//tbody/tr[contains(., "cancelled")]')
    },
  },
]

function title(text: string): string {
  return `//h1[normalize-space()="${text}"]`
}

function link(text: string): string {
  return `//main//a[normalize-space()="${text}"]`
}

function button(text: string): string {
  return `//button[normalize-space()="${text}"]`
}

/** A field by its label. */
function field(within: string, label: string): string {
  return `${within}//*[@id=${within}//label[normalize-space()="${label}"]/@for]`
}

async function fillAll(browser: WalkBrowser, within: string, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await browser.fill(field(within, label), value)
}

/** Waits for a popup with this text, and puts it away with its button. */
async function closePopup(browser: WalkBrowser, text: string): Promise<void> {
  const popup = `//*[@role="alertdialog"][contains(., "${text}")]`
  await browser.click(`${popup}//button[normalize-space()="Okay"]`)
  await browser.waitUntilGone(popup)
}

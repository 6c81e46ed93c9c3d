import { type BrowserContext, expect, type Page } from '@playwright/test'
import { PRODUCT } from '../../browser/addresses.ts'
import { stubBraintreeHosts } from '../../browser/checkout/braintree-hosts.ts'
import { Checkout } from '../../browser/checkout/checkout.ts'
import type { Gateway } from '../../gateway/start-gateway.ts'
import { isPageHydrated } from '../../harness/browser/hydrated.ts'

/** The page of a shopper whose cards the gateway of the tests knows. A page that it opens is hydrated before the test continues. */
export async function openShopper(opening: Promise<BrowserContext>, gateway: Gateway): Promise<Page> {
  const context = await opening
  await stubBraintreeHosts(context, () => gateway.nonce())
  const page = await context.newPage()
  const { goto } = page
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (options?.waitUntil !== 'commit') await page.waitForFunction(isPageHydrated)
    return response
  }
  return page
}

/** Orders two bags, and what else lies in the cart, as the guest Ada Lovelace; returns the number of the order. */
export async function placeOrder(page: Page, more: readonly object[] = []): Promise<string> {
  const checkout = new Checkout(page)
  await checkout.open('guest', 2)
  if (more.length > 0) {
    await checkout.seedCart(2, PRODUCT.price, more)
    await page.reload()
    await checkout.expectOpen()
  }
  await checkout.fill({ 'First name': 'Ada', 'Last name': 'Lovelace' })
  await page.getByRole('form', { name: 'Checkout' }).locator('input[type=email]').fill('ada@mail.example')
  await checkout.fillAddress()
  await checkout.reachCard()
  for (const field of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) await checkout.cardField(field).fill('4111')
  await checkout.payNow()
  await expect(page).toHaveURL('/order-summary')
  const latest = await page.evaluate(() => localStorage.getItem('latestOrder') ?? '{}')
  return String(JSON.parse(latest).orderId)
}

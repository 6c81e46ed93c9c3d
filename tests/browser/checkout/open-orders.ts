import type { Page } from '@playwright/test'
import { type Gateway, startGateway } from '../../gateway/start-gateway.ts'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { expect, test as withShop } from '../fixtures.ts'
import { clientTokenValue, stubBraintreeHosts } from './braintree-hosts.ts'
import type { Checkout } from './checkout.ts'

const OPEN_SHOP = 'backend/testing/open-shop.ts'
export const PLACE = '**/api/placeOrder'

/** How a card is made a token of; `null`: it cannot be. */
type Cards = { tokenize: () => Promise<string | null> }

/** A shop whose orders are open, with the gateway of the tests. */
export const test = withShop.extend<{ cards: Cards }, { server: ShopServer; gateway: Gateway }>({
  cards: [
    async ({ context, gateway, allow }, use) => {
      allow(
        /call outside the shop: https:\/\/(api\.sandbox|assets)\.braintreegateway\.com/,
        'Braintree fields are its own',
      )
      allow(/call outside the shop: https:\/\/www\.paypal\.com/, 'where the library of Braintree reports')
      const cards: Cards = { tokenize: () => gateway.nonce() }
      await stubBraintreeHosts(context, () => cards.tokenize())
      await use(cards)
    },
    { auto: true },
  ],
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const gateway = await startGateway()
      await gateway.set({ clientToken: clientTokenValue() })
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ gateway }, use) => {
      const server = await startShop(gateway.settings, { program: OPEN_SHOP })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

export async function fillOrder(checkout: Checkout, { signedIn = false } = {}): Promise<void> {
  const { page } = checkout
  if (!signedIn) {
    await checkout.fill({ 'First name': 'Ada', 'Last name': 'Lovelace' })
    await page.getByRole('form', { name: 'Checkout' }).locator('input[type=email]').fill('ada@mail.example')
  }
  await checkout.fillAddress()
  await fillCard(checkout)
  // Pay Now waits for nothing: while a sum is loading it says so, and nothing is sent.
  await expect(checkout.summary().locator('dd', { hasText: '…' })).toHaveCount(0)
}

export async function fillCard(checkout: Checkout): Promise<void> {
  await checkout.reachCard()
  await expect(checkout.page.getByText('Card payments by Braintree.')).toBeVisible()
  for (const field of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) await checkout.cardField(field).fill('4111')
}

export async function expectPlaced(page: Page, email = 'ada@mail.example'): Promise<void> {
  await expect(page).toHaveURL('/order-summary')
  await expect(page.getByRole('main')).toContainText(email)
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}').items)).toEqual([])
}

import { startGateway } from '../../gateway/start-gateway.ts'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { expect, ONCE, test as withShop } from '../fixtures.ts'
import { clientTokenValue, stubBraintreeHosts } from './braintree-hosts.ts'
import type { Checkout } from './checkout.ts'

/** A shop with Braintree keys whose gateway stands on loopback. */
const test = withShop.extend<object, { server: ShopServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const gateway = await startGateway()
      await gateway.set({ clientToken: clientTokenValue() })
      const server = await startShop(gateway.settings)
      await use(server)
      await server.stop()
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
})

test(
  'Braintree hosts the card fields, in frames that look and speak like the form',
  ONCE,
  async ({ page, context, checkout, allow }) => {
    allow(
      /call outside the shop: https:\/\/(api\.sandbox|assets)\.braintreegateway\.com/,
      'Braintree fields are its own',
    )
    allow(/call outside the shop: https:\/\/www\.paypal\.com/, 'where the library of Braintree reports')
    allow(
      /Failed to load resource.*(403|ERR_FAILED)|failed request: https:\/\/api\.sandbox/,
      'Braintree refuses in this test',
    )
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await stubBraintreeHosts(context)
    const configuration = 'https://api.sandbox.braintreegateway.com/**'
    await context.route(configuration, (route) =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
    )
    await checkout.open('guest')

    await test.step('a client that cannot be created is reported, and Try again brings the fields', async () => {
      await checkout.reachCard()
      await expect(page.locator('[data-popup]').getByText('Error creating Braintree client.')).toBeVisible()
      const section = page.getByRole('region', { name: 'Credit / Debit Card Detail' })
      await expect(section.getByText('Error creating Braintree client.')).toBeVisible()
      await context.unroute(configuration)
      await stubBraintreeHosts(context)
      await section.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText('Card payments by Braintree.')).toBeVisible()
      await expect(page.getByText('These card fields are for testing')).toHaveCount(0)
    })

    await test.step("no script of another host runs in the shop's own page", async () => {
      expect(scripts.filter((url) => !url.startsWith(new URL(page.url()).origin))).toEqual([])
    })

    await test.step('a field has focus by its label, and says what is wrong with it', () => expectCardNumber(checkout))

    await test.step('the fields also come up when one walks to the checkout from another page', async () => {
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL('/cart')
      await page.reload()
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
      await checkout.reachCard()
      await expect(page.getByText('Card payments by Braintree.')).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL('/cart')
    })
  },
)

async function expectCardNumber(checkout: Checkout): Promise<void> {
  const { page } = checkout
  const number = checkout.cardField('Card number')
  const error = page.getByText('Please check the card number')
  await expect(number).toHaveAttribute('placeholder', 'ready')
  await page.getByText('Card number', { exact: true }).click()
  await expect(number).toBeFocused()
  await number.pressSequentially('4')
  await expect(error).toBeHidden()
  await checkout.cardField('CVV').focus()
  await expect(error).toBeVisible()
  await expect(number).toHaveAccessibleDescription('Please check the card number')
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await number.pressSequentially('111')
  await expect(error).toBeHidden()
}

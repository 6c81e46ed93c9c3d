import type { Page, Route } from '@playwright/test'
import { expect, ONCE, ONCE_AND_AT_OTHER_BACKEND, test } from '../fixtures.ts'
import type { Checkout } from './checkout.ts'

const OPTIONS = '**/api/api/delivery-options'
const NO_DELIVERY = 'Please select a delivery option to continue'
const unavailable = (route: Route) =>
  route.fulfill({ status: 503, json: { success: false, error: 'unavailable', message: '' } })
const UNAVAILABLE = [/Failed to load resource.*503/, 'this test has the call fail'] as const

test(
  'the sums follow delivery and state, and show nothing that is still loading',
  ONCE_AND_AT_OTHER_BACKEND,
  async ({ page, checkout }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/api/**', async (route) => {
      await held
      await route.continue()
    })
    await checkout.open('guest', 1, 44.99)
    await expect(checkout.summary().getByText('choose a state')).toBeVisible()
    await checkout.expectSum('Estimated sales tax', '$0.00')

    await test.step('a loading amount is not shown as $0.00', async () => {
      await checkout.chooseState('California')
      await expect(page.getByText('Loading delivery options...')).toBeVisible()
      for (const name of ['Delivery', 'Delivery discount', 'Estimated sales tax']) await checkout.expectSum(name, '…')
      release()
      await checkout.expectSum('Delivery', '$4.95')
      await checkout.expectSum('Delivery discount', '$0.00')
      await checkout.expectSum('Estimated sales tax', '$4.06')
      await checkout.expectSum('Total', '$54.00')
    })

    await test.step('the first delivery option is preselected, another replaces it', async () => {
      await expect(checkout.delivery('USPS Ground Advantage')).toBeChecked()
      await checkout.delivery('UPS Next Day Air').check()
      await checkout.expectSum('Delivery', '$29.95')
      await checkout.expectSum('Total', '$79.00')
    })

    await test.step('the tax is loaded on leaving the state field, and when a browser fills it in', async () => {
      const state = checkout.field('State')
      await checkout.chooseState('Oregon')
      await checkout.expectSum('Estimated sales tax', '$0.00')
      await checkout.expectSum('Total', '$74.94')
      await state.focus()
      await state.selectOption('CA')
      await checkout.expectSum('Estimated sales tax', '$0.00')
      await state.blur()
      await checkout.expectSum('Estimated sales tax', '$4.06')
      await checkout.chooseState('Oregon')
      await checkout.expectSum('Estimated sales tax', '$0.00')
      await checkout.field('First name').focus()
      await state.evaluate((select: HTMLSelectElement) => {
        select.value = 'CA'
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
      await checkout.expectSum('Estimated sales tax', '$4.06')
    })
  },
)

// A malformed response fails alike, and one without a rate is none: contract/http/client.test.ts, contract/tax/calls.test.ts,
// contract/delivery/calls.test.ts. Each failure is logged: storefront/checkout/checkout.queries.test.ts.
test('a call that fails costs its own sum only, and can be repeated', ONCE, async ({ page, checkout, allow }) => {
  allow(...UNAVAILABLE)
  allow(/404|There is no tax rate|came as a percentage/, 'warnings for the owner')
  const logged = (text: string) => page.waitForEvent('console', (message) => message.text().includes(text))
  const rateOf = (state: string) => `**/api/api/state-tax-rate/${state}`
  await page.route(OPTIONS, (route) => route.fulfill({ json: [] }))
  await page.route('**/api/api/bt/client_token', unavailable)
  await page.route(rateOf('CA'), unavailable)
  await page.route(rateOf('NV'), (route) => route.fulfill({ status: 404, json: { success: false } }))
  await page.route(rateOf('WA'), (route) => route.fulfill({ json: { combined_tax_rate: '8.25' } }))
  const withoutToken = logged('client token')
  await checkout.open('guest')

  await test.step('without delivery options, there being none or the call failing, the section says so', async () => {
    await expectWithoutDelivery(page, checkout)
    await page.route(OPTIONS, unavailable)
    const response = page.waitForResponse(OPTIONS)
    const tryAgain = page.getByRole('button', { name: 'Try again' })
    await tryAgain.click()
    expect((await response).status()).toBe(503)
    await expectWithoutDelivery(page, checkout)
    // `retry-focus.long.spec.ts` presses Try again once more; here the shop's own retries could come before it.
    await page.unroute(OPTIONS)
    await page.reload()
    await expect(checkout.delivery('USPS Ground Advantage')).toBeChecked()
    await checkout.expectSum('Delivery', '$9.90')
    await checkout.expectSum('Delivery discount', '-$9.90')
  })

  await test.step('a tax rate that fails, is missing or is a percentage is logged, and one that failed is loaded again', async () => {
    for (const [state, text, tax] of [
      ['California', 'tax rate for CA', '$0.00'],
      ['Washington', 'came as a percentage', '$13.04'],
      ['Nevada', 'There is no tax rate for NV', '$0.00'],
    ] as const) {
      await Promise.all([logged(text), checkout.chooseState(state)])
      await checkout.expectSum('Estimated sales tax', tax)
    }
    await page.unroute(rateOf('CA'))
    await checkout.chooseState('California')
    await checkout.expectSum('Estimated sales tax', '$14.27')
    await checkout.expectSum('Total', '$172.27')
  })

  await test.step('card fields without a client token are logged only', async () => {
    await checkout.reachCard()
    await withoutToken
    await expect(page.getByText('Error creating')).toHaveCount(0)
  })
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})

async function expectWithoutDelivery(page: Page, checkout: Checkout): Promise<void> {
  await expect(page.getByText('Delivery options are unavailable right now')).toBeVisible()
  await checkout.expectSum('Delivery', '$0.00')
  await checkout.expectSum('Total', '$158.00')
  await expect(checkout.summary().getByText('N/A')).toBeVisible()
  await checkout.payNow()
  await checkout.popup().getByRole('button', { name: 'Okay' }).click()
  await expect(checkout.popup()).toBeHidden()
  await expect(page.getByText(NO_DELIVERY)).toHaveCount(0)
}

test('words that no line can hold leave every sum in sight', async ({ page, checkout }) => {
  const long = 'x'.repeat(80)
  await page.route(OPTIONS, async (route) => {
    const response = await route.fetch()
    const options: object[] = await response.json()
    await route.fulfill({ response, json: options.map((option) => ({ ...option, display_text: long })) })
  })
  await checkout.open('guest')
  await page.evaluate((product_name) => {
    const items = [{ product_id: '101', product_name, price: 79, quantity: 2, stock_quantity: 20 }]
    localStorage.setItem('cart', JSON.stringify({ items }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  }, long)
  await checkout.expandSummary()
  await expect(checkout.summary().getByText(long)).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  for (const part of [checkout.summary(), page.getByText(long).last(), page.getByRole('button', { name: 'Pay Now' })]) {
    const box = await part.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? width + 1)).toBeLessThanOrEqual(width)
  }
})

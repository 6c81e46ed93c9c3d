import { sendDelayNotice } from '../../../backend/orders/delays/delay-order.ts'
import { openStore } from '../../../backend/platform/database/database.ts'
import { placeOrder } from '../../../backend/testing/orders/orders.ts'
import { expectAccessible } from '../accessibility/axe.ts'
import { expect, test } from '../fixtures.ts'

/** An order of its own: it is cancelled, and other tests of the shop look at those of the demo data. */
const ORDER = '100090'

/** Places the order and sends a notice without a day; returns the path and the fragment of its link. */
async function delay(dataDir: string): Promise<string> {
  const store = await openStore({ databaseUrl: null, dataDir })
  const settings = { publicUrl: 'https://shop.example', port: 0 }
  const context = { database: store.database, clock: () => new Date(), actor: 'command', settings }
  await placeOrder(store.database, { order_id: ORDER })
  await sendDelayNotice(context, { order_id: ORDER, ship_by: null, version: null })
  const mails = await store.database.selectFrom('outbox').select('text').where('kind', '=', 'delay').execute()
  await store.close()
  return /\/orderAndReturn#token=[\w-]{43}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
}

test('the link of a delay notice shows the order, agrees to wait, and cancels at a press', async ({
  page,
  server,
  allow,
}) => {
  allow(/status of (409|500)/, 'a used link is refused, and an answer fails, on purpose')
  const link = await delay(server.dataDir)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  /** Another document: a changed fragment is then a new visit. */
  const follow = async (path: string) => {
    await page.goto('/robots.txt', { waitUntil: 'commit' })
    await page.goto(path)
  }

  await follow(link)
  await expect(heading('Your order is delayed')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Order # ${ORDER}: we don’t know yet when it will ship.`)
  await expect(page.getByRole('main')).toContainText(/tell us by [\d/]+\. Otherwise we’ll cancel the order/)
  await expect(page.getByRole('main')).toContainText('If you cancel, we’ll refund what you paid.')
  await expectAccessible(page)
  const wait = page.getByRole('button', { name: 'I’ll wait' })
  await page.route('**/api/delayedOrder/answer', (route) => route.fulfill({ status: 500, json: {} }))
  await wait.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('The shop had a problem. Wait a moment, then try again.')
  await page.unroute('**/api/delayedOrder/answer')
  await wait.press('Enter')
  await expect(heading('Thank you for waiting')).toBeFocused()

  await follow(link)
  await expect(page.getByText('You chose to wait.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I’ll wait' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel the order' }).press('Enter')
  await expect(heading(`Order # ${ORDER} is cancelled`)).toBeFocused()
  await expect(page.getByRole('main')).toContainText('We’ll refund what you paid.')
  await expectAccessible(page)

  await follow(link)
  await expect(heading('This link no longer works')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`You cancelled order # ${ORDER} with this link on`)
  await page.getByRole('main').getByRole('link', { name: 'Orders & Returns' }).click()
  await expect(page.getByRole('heading', { name: 'Find Your Order' })).toBeVisible()
})

test('a link with a missing part says so', async ({ page }) => {
  await page.goto('/orderAndReturn#token=abc')
  await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
  await expectAccessible(page)
})

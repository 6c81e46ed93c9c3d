import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCheckoutPage } from '../../backend/operations/doctor/check-checkout-page.ts'
import { readPageScripts } from '../../backend/pages/page-scripts.ts'
import { pagePolicy } from '../../backend/platform/http/content-security-policy.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

test('the doctor finds no difference between the built scripts and those that the shop serves', async () => {
  const scripts = await readPageScripts()
  expect(Object.keys(scripts.files)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/assets\/checkout-form-/), '/card-frame.js']),
  )
  const policy = pagePolicy(readSettings({}), scripts.inline, {})
  expect(await checkCheckoutPage({ origin: await shop.listen(), policy, scripts, isAllowed: () => true })).toEqual([])
})

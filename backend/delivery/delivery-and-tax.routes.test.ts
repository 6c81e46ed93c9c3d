import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { US_STATES } from '@shop/contract/address/us-states'
import { deliveryCalls, parseDeliveryOptions } from '@shop/contract/delivery/calls'
import { taxCalls } from '@shop/contract/tax/calls'
import { expect, test } from 'vitest'
import { TEST_CATALOG } from '../testing/test-catalog.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { listDeliveryOptions } from './delivery.repository.ts'
import { importDeliveryAndTax, loadFirstDeliveryAndTax } from './delivery-and-tax-files.ts'

const readCatalog = async (file: string) => JSON.parse(await readFile(join(TEST_CATALOG, file), 'utf8'))
const OPTION = {
  delivery_type_id: '9',
  provider_name: 'Carrier',
  delivery_type: 'Slow',
  display_text: 'Slow boat',
  delivery_cost_cents: 199,
  estimated_days: 30,
}
/** OPTION as the checkout gets it. */
const OFFER = { key: '9', display_text: 'Slow boat', delivery_cost_cents: 199, estimated_days: 30 }

const shop = eachTestShop('sqlite')

const rateOf = (state: string) => shop.call(taxCalls.getStateTaxRate, { params: { state } })

test('delivery options are in the order of the file, with costs in dollars', async () => {
  const file = await readCatalog('delivery-options.json')
  const response = await shop.app.inject('/api/api/delivery-options')
  expect(response.json()).toEqual(file)
  expect(await shop.call(deliveryCalls.listDeliveryOptions, {})).toEqual(parseDeliveryOptions(file))
})

test('delivery options are ordered by position, not by storage', async () => {
  const { database } = shop.store
  const before = await listDeliveryOptions(database)
  await database
    .updateTable('delivery_options')
    .set((row) => ({ position: row('position', '*', -1) }))
    .execute()
  expect(await listDeliveryOptions(database)).toEqual(before.toReversed())
})

test('all 50 states have the rate of the file', async () => {
  const { rates } = await readCatalog('tax-rates.json')
  for (const state of Object.keys(US_STATES)) {
    expect(await rateOf(state)).toEqual({ rate: rates[state], percent: false })
  }
})

test('a state in lower case is accepted', async () => {
  expect(await rateOf('ca')).toEqual(await rateOf('CA'))
})

test('an unknown state: 404', async () => {
  for (const state of ['XX', 'DC', 'C', 'California', '0', '..', '%00', 'constructor']) {
    const response = await shop.app.inject(`/api/api/state-tax-rate/${state}`)
    expect([400, 404]).toContain(response.statusCode)
    expect(response.json(), state).toMatchObject({ success: false })
  }
})

test('a state whose rate is missing: 404', async () => {
  await importDeliveryAndTax(shop.store.database, { options: [OPTION], rates: [] })
  await expect(rateOf('NY')).rejects.toMatchObject({ status: 404 })
})

test('an import replaces options and rates, which are served at once', async () => {
  await rateOf('NY')
  const rates = [{ state: 'NY', rate_millionths: 123_456 } as const]
  await importDeliveryAndTax(shop.store.database, { options: [OPTION], rates })
  // The import ran in another process, so the shop finds the new version by polling, every second.
  await expect.poll(() => shop.call(deliveryCalls.listDeliveryOptions, {})).toEqual([OFFER])
  await expect.poll(() => rateOf('NY')).toEqual({ rate: 0.123456, percent: false })
})

test('a later start does not overwrite an import', async () => {
  await importDeliveryAndTax(shop.store.database, {
    options: [OPTION],
    rates: [{ state: 'NY', rate_millionths: 1 }],
  })
  await loadFirstDeliveryAndTax(shop.store.database)
  await expect.poll(() => shop.call(deliveryCalls.listDeliveryOptions, {})).toEqual([OFFER])
})

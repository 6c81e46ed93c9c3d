import { US_STATES } from '@shop/contract/address/us-states'
import { parseSalesTax, selectTaxTerms } from '@shop/contract/tax/zip-rates'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { findTaxTerms, listUndecidedStates } from './sales-tax.repository.ts'

const ZIPS = ['75000', '75001', '75050', '75099', '75100', '79901', '90001']

describe.each(BOTH_ENGINES)('sales tax of an open shop on %s', (engine) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openTestShop(engine, { orders: 'open' })
    const zipRate = (state: string, first_zip: string, last_zip: string, rate_millionths: number) => {
      return { state, first_zip, last_zip, rate_millionths }
    }
    const { database } = shop.store
    await database
      .insertInto('tax_states')
      .values([
        { state: 'TX', collected: 1, delivery_taxed: 1, permit: '12-345' },
        { state: 'CA', collected: 1, delivery_taxed: 0, permit: '' },
        { state: 'OK', collected: 0, delivery_taxed: 0, permit: '' },
      ])
      .execute()
    await database
      .insertInto('zip_tax_rates')
      .values([
        zipRate('TX', '75001', '75099', 82_500),
        zipRate('TX', '79901', '79901', 0),
        zipRate('OK', '75001', '75099', 90_000),
      ])
      .execute()
  })
  afterEach(() => shop.close())

  const answerOf = async (state: string) => (await shop.app.inject(`/api/api/state-tax-rate/${state}`)).json()

  test('page and backend tax every state and ZIP code alike', async () => {
    for (const state of ['TX', 'CA', 'OK', 'WA'] as const) {
      const page = parseSalesTax(await answerOf(state))
      for (const zip of ZIPS) {
        const { rateMillionths, deliveryTaxed } = await findTaxTerms(shop.store.database, { state, zip })
        expect(selectTaxTerms(page, zip), `${state} ${zip}`).toEqual({
          taxRate: rateMillionths / 1_000_000,
          deliveryTaxed,
        })
      }
    }
  })

  test('a ZIP code’s own rate wins only in its own state, also one of 0 %', async () => {
    const rateOf = async (state: 'TX' | 'CA', zip: string) =>
      (await findTaxTerms(shop.store.database, { state, zip })).rateMillionths
    expect(await rateOf('TX', '75050')).toBe(82_500)
    expect(await rateOf('TX', '79901')).toBe(0)
    expect(await rateOf('CA', '75050')).toBe(await rateOf('CA', '90001'))
  })

  test('where it is not collected, or no one has said so, the rate is 0', async () => {
    const none = { combined_tax_rate: 0, collected: false, delivery_taxed: false, zip_rates: [] }
    expect(await answerOf('OK')).toEqual(none)
    expect(await answerOf('WA')).toEqual(none)
  })

  test('the states about which no one has said so are all but those that were decided', async () => {
    const undecided = await listUndecidedStates(shop.store.database)
    expect(undecided).toEqual(Object.keys(US_STATES).filter((state) => !['TX', 'CA', 'OK'].includes(state)))
  })
})

test('while orders are paused the rate is the state’s, and the answer has nothing else', async () => {
  const shop = await openTestShop('sqlite')
  await shop.store.database
    .insertInto('tax_states')
    .values({ state: 'WA', collected: 0, delivery_taxed: 0, permit: '' })
    .execute()
  const response = await shop.app.inject('/api/api/state-tax-rate/WA')
  expect(response.body).toMatch(/^\{"combined_tax_rate":0\.\d+\}$/)
  await shop.close()
})

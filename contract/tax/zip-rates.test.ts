import { expect, it } from 'vitest'
import { parseSalesTax, type SalesTax, selectTaxTerms } from './zip-rates.ts'

const TEXAS: SalesTax = {
  collected: true,
  rate: 0.082,
  deliveryTaxed: true,
  zipRates: [
    { from: '75001', to: '75099', rate: 0.0825 },
    { from: '79901', to: '79901', rate: 0.07 },
  ],
}

it.each([
  ['75000', 0.082],
  ['75001', 0.0825],
  ['75050', 0.0825],
  ['75099', 0.0825],
  ['75100', 0.082],
  ['79901', 0.07],
  ['', 0.082],
  ['7500', 0.082],
  ['750011', 0.082],
])('the ZIP code %s is taxed at %d: its own rate wins over the state’s', (zip, taxRate) => {
  expect(selectTaxTerms(TEXAS, zip)).toEqual({ taxRate, deliveryTaxed: true })
})

it('there is no sales tax where the shop does not collect it, whatever the rates are', () => {
  expect(selectTaxTerms({ ...TEXAS, collected: false }, '75001')).toEqual({ taxRate: 0, deliveryTaxed: false })
})

it('a state without a rate has none, but for the ZIP codes that have one', () => {
  expect(selectTaxTerms({ ...TEXAS, rate: null }, '90210').taxRate).toBeNull()
  expect(selectTaxTerms({ ...TEXAS, rate: null }, '75001').taxRate).toBe(0.0825)
})

it('an answer of an open shop is read as it was meant, and malformed ZIP rates are skipped (R3)', () => {
  const zip_rates = [{ from: '75001', to: 75099, combined_tax_rate: '0.0825' }, { from: '75001' }, 'x', null]
  expect(parseSalesTax({ combined_tax_rate: 0.082, collected: true, delivery_taxed: true, zip_rates })).toEqual({
    ...TEXAS,
    zipRates: TEXAS.zipRates.slice(0, 1),
  })
  expect(parseSalesTax({ combined_tax_rate: 0, collected: false, delivery_taxed: false, zip_rates: [] })).toEqual({
    collected: false,
    rate: 0,
    deliveryTaxed: false,
    zipRates: [],
  })
})

it('an answer of a paused shop, which has only the rate, is that of a state where it is collected', () => {
  expect(parseSalesTax({ combined_tax_rate: 0.082 })).toEqual({ ...TEXAS, deliveryTaxed: false, zipRates: [] })
  expect(parseSalesTax('nonsense')).toEqual({ collected: true, rate: null, deliveryTaxed: false, zipRates: [] })
})

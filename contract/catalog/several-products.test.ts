import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adminSeveralProducts } from './several-products.ts'

const { previewPrices, previewSale, changePrices, setStock } = adminSeveralProducts
const isValid = ({ body }: { body: z.ZodMiniType }, value: object) => z.safeParse(body, value).success
const problems = (sale: object | null) =>
  z.safeParse(previewSale.body, { sale }).error?.issues.map(({ path }) => path.join('.')) ?? []

test('prices go down by 90 % and up by 900 % at once at most, in tenths of a percent', () => {
  const may = (percent: number) => isValid(previewPrices, { percent })
  expect([-90, -0.1, 12.5, 900].map(may)).toEqual([true, true, true, true])
  expect([-90.1, 900.1, 1.25].map(may)).toEqual([false, false, false])
})

test('a sale takes something off, at most 90 % or an amount', () => {
  const of = (reduction: object) => problems({ reduction, from: null, until: null })
  expect([of({ by: 'percent', percent: 0.1 }), of({ by: 'amount', amount_cents: 1 })]).toEqual([[], []])
  expect([of({ by: 'percent', percent: 0 }), of({ by: 'percent', percent: 90.1 })]).toEqual([
    ['sale.reduction.percent'],
    ['sale.reduction.percent'],
  ])
  expect(of({ by: 'amount', amount_cents: 0 })).toEqual(['sale.reduction.amount_cents'])
  expect(problems(null)).toEqual([])
})

test('the last day of a sale is not before its first, and either may be open', () => {
  const reduction = { by: 'percent', percent: 10 }
  const of = (from: string | null, until: string | null) => problems({ reduction, from, until })
  expect([of('2026-11-27', '2026-11-27'), of(null, '2026-11-26'), of('2026-11-27', null)]).toEqual([[], [], []])
  expect(of('2026-11-27', '2026-11-26')).toEqual(['sale.until'])
})

test('something is changed, and no stock is below zero', () => {
  expect(isValid(changePrices, { percent: 1, products: [] })).toBe(false)
  const stockOf = (stock: number) => isValid(setStock, { products: [{ product_id: '101', seen: 0, stock }] })
  expect([0, -1, 1_000_000, 1_000_001].map(stockOf)).toEqual([true, false, true, false])
})

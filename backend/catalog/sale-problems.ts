import type { SalePrices } from '@shop/contract/sale'
import type { ErrorDetail } from '../http/errors/app-error.ts'

/** What cannot be of a product's sale, beside its field. */
export function saleProblems({ price_cents, sale_price_cents, sale_from, sale_until }: SalePrices): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  if (sale_price_cents !== null && sale_price_cents >= price_cents) {
    problems.push({ field: 'sale_price', message: 'must be lower than the price' })
  }
  if (sale_from !== null && sale_until !== null && sale_until < sale_from) {
    problems.push({ field: 'sale_until', message: 'must not be before the first day' })
  }
  return problems
}

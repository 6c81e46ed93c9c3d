import type { AdminTaxState } from '@shop/contract/tax/admin'
import type { TaxState } from './sales-tax.repository.ts'

/** Without collection the rest is dropped. */
export function toTaxState({ state, collected, delivery_taxed, permit }: AdminTaxState): TaxState {
  return {
    state,
    collected: Number(collected),
    delivery_taxed: Number(collected && delivery_taxed),
    permit: collected ? permit : '',
  }
}

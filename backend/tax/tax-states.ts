import type { AdminTaxState } from '@shop/contract/tax/admin'
import type { TaxState } from './sales-tax.repository.ts'

/** A decision as it is stored: where sales tax is not collected the rest says nothing. */
export function taxStateOf({ state, collected, delivery_taxed, permit }: AdminTaxState): TaxState {
  return {
    state,
    collected: Number(collected),
    delivery_taxed: Number(collected && delivery_taxed),
    permit: collected ? permit : '',
  }
}

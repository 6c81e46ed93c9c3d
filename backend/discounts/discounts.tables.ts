import type { CodeState } from '@shop/contract/discounts/admin'
import type { Discount } from '@shop/contract/discounts/rules'

declare module '../platform/database/tables.ts' {
  interface Tables {
    discount_codes: DiscountCodesTable
  }
}

type DiscountCodesTable = {
  /** In capital letters. */
  code: string
  kind: Discount['kind']
  /** Whole percent, or cents. */
  value: number
  minimum_cents: number
  /** Lines of the catalog and ids of products that it is for, as JSON; without either it is for all. */
  lines: string
  product_ids: string
  /** Calendar days; both count. */
  starts_on: string | null
  ends_on: string | null
  max_uses: number | null
  /** 1: each e-mail address may use it once. */
  once_each: number
  state: CodeState
  /** Orders that have used it, and placements that are being paid. */
  uses: number
  /** Raised by each change of the family, and not by a use. */
  version: number
  created_at: string
}

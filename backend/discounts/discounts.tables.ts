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
  /** JSON; without either it is for all. */
  lines: string
  product_ids: string
  /** Both days are inclusive. */
  starts_on: string | null
  ends_on: string | null
  max_uses: number | null
  /** 1: once per email address. */
  once_each: number
  state: CodeState
  /** Including orders being paid. */
  uses: number
  /** Raised by changes, not by uses. */
  version: number
  created_at: string
}

import { placingCalls } from '@shop/contract/checkout/calls'
import { CODE_PATTERN, CODE_RULE, type Discount, discountOrder, normalizeCode } from '@shop/contract/discounts/rules'
import type { Cents } from '@shop/contract/money'
import { formatMoney } from '@shop/contract/money'
import { recomputeLines } from '@shop/contract/order-totals'
import { useId, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { useSend } from '../../data/use-send.ts'
import type { Checkout } from '../use-checkout.ts'
import { type Detail, outcomeOfError } from './outcome.ts'

/** A checkout with the code that its sums are with; `null` without one. */
export type CodedCheckout = Checkout & { code: string | null }

const NOT_APPLIED = 'Click Apply to use this code, or clear the field.'
const NOT_CHECKED = 'We couldn’t check the code. Please try again in a moment.'

/** A discount code at the checkout: what it takes off stands in the sums as soon as the shop has confirmed it. */
export function useDiscountCode(checkout: Checkout) {
  const api = useApi()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [discount, setDiscount] = useState<Discount | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { isPending: isChecking, send } = useSend((code: string) => {
    const productIds = checkout.items.map(({ product_id }) => product_id)
    return api.call(placingCalls.checkDiscountCode, { body: { code, productIds } })
  })
  const applied = discount === null ? null : applyCode(checkout, discount)

  async function check(code: string): Promise<void> {
    await send(code, {
      onSuccess: (found) => {
        setDiscount(found)
        setTyped('')
        setRefusal(null)
      },
      onError: (error) => {
        const outcome = outcomeOfError(error)
        setDiscount(null)
        setRefusal('message' in outcome ? outcome.message : NOT_CHECKED)
      },
    })
  }

  function remove(): void {
    setDiscount(null)
    setRefusal(null)
  }

  return {
    id,
    typed,
    refusal,
    isChecking,
    /** The code's discount; `null` without one. */
    applied: applied && { code: applied.checkout.code, cents: applied.cents, problem: applied.problem },
    checkout: applied?.checkout ?? { ...checkout, code: null },
    type: (text: string) => {
      setTyped(text)
      setRefusal(null)
    },
    apply: () => {
      const code = normalizeCode(typed)
      if (isChecking || code === '') return
      if (CODE_PATTERN.test(code)) void check(code)
      else setRefusal(CODE_RULE)
    },
    remove,
    /**
     * The shop has said that something of the order is another. A code that it has refused is taken off: a check, which knows
     * no e-mail address, might confirm it once more. Any other is asked for anew; without an answer there is no discount.
     */
    renew: async (details: readonly Detail[]) => {
      if (details.some(({ field }) => field === 'discountCode')) remove()
      else if (discount !== null) await check(discount.code)
    },
    /** Whether the order can be sent: what is typed is used, and what is used can be paid. Says why not. */
    isReady: () => {
      if (typed.trim() === '') return applied?.problem == null
      setRefusal(NOT_APPLIED)
      return false
    },
  }
}

/** The checkout with what a code takes off: each line says its part, and the goods are without it. */
export function applyCode(
  checkout: Checkout,
  discount: Discount,
): { checkout: CodedCheckout; cents: Cents; problem: string | null } {
  const { items, estimate, tax } = checkout
  const products = new Map(items.map((item) => [item.product_id, item]))
  const lines = recomputeLines(items, products).filter(({ problem }) => problem === null)
  const { sums, code_discount: cents, shares, problem } = discountOrder(lines, estimate.sums, tax.terms, discount)
  const shareOf = new Map(lines.map(({ product_id }, index) => [product_id, shares[index] ?? 0]))
  const noted = items.map((item) => {
    const share = shareOf.get(item.product_id) ?? 0
    return share === 0 ? item : { ...item, note: `${formatMoney(share)} off with ${discount.code}` }
  })
  const shown = { ...estimate, sums: { ...sums, goods: sums.goods - cents } }
  return { checkout: { ...checkout, items: noted, estimate: shown, code: discount.code }, cents, problem }
}

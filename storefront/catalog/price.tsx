import type { Cents } from '@shop/contract/money'
import { formatPrice } from './format-price.ts'

/** What something costs today, behind the regular price struck through while it is on sale. */
export function Price({ price, regular }: { price: Cents | null; regular: Cents | null }) {
  if (regular === null) return formatPrice(price)
  return (
    <>
      <s className="font-normal text-ink-soft">
        <span className="sr-only">Regular price </span>
        {formatPrice(regular)}
      </s>{' '}
      <span className="sr-only">Sale price </span>
      {formatPrice(price)}
    </>
  )
}

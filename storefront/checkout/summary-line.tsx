import { type CartItem, lineTotal } from '../cart/cart.ts'
import { regularLineTotal, useLineProduct } from '../cart/use-line-product.ts'
import { Price } from '../catalog/price.tsx'
import { SmallPhoto } from '../pictures/small-photo.tsx'

/** A product in the summary: picture with quantity, name, and the line's price. */
export function SummaryLine({ item }: { item: CartItem }) {
  const product = useLineProduct(item.product_id)
  const { picture } = product
  return (
    <li className="stacked flex items-center gap-4 py-2">
      <span className="relative w-fit shrink-0">
        <SmallPhoto src={picture?.src ?? null} alt={picture?.alt ?? item.product_name} size={64} />
        <span
          aria-hidden
          data-quantity
          className="absolute -top-2 -right-2 grid h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 text-xs font-semibold text-card tabular-nums forced-colors:border"
        >
          {item.quantity}
        </span>
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {item.product_name}
        <span className="sr-only">, quantity {item.quantity}</span>
      </span>
      <span className="shrink-0 text-right tabular-nums">
        <Price price={lineTotal(item)} regular={regularLineTotal(item, product)} />
      </span>
    </li>
  )
}

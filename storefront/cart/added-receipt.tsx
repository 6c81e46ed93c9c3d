import { formatMoney } from '@shop/contract/money'
import { ShopLink } from '../links/shop-link.tsx'
import { SmallPhoto } from '../pictures/small-photo.tsx'
import { CLEAR_LINK, TALL_LINK } from '../ui/link-class.ts'
import { useCart } from './cart-store.ts'

type AddedReceiptProps = {
  product_id: string
  /** `null` draws the placeholder. */
  picture: string | null
}

/** Shown below 'Product added to cart.': the product's picture and quantity, and the cart's subtotal and link. */
export function AddedReceipt({ product_id, picture }: AddedReceiptProps) {
  const { items, totals } = useCart()
  const quantity = items.find((item) => item.product_id === product_id)?.quantity ?? 0
  return (
    <div className="stacked mt-2 flex items-center gap-3">
      <SmallPhoto src={picture} alt="" size={56} />
      <div className="text-sm text-ink-soft tabular-nums">
        <p className="whitespace-nowrap">
          Quantity {quantity}
          <br />
          Subtotal {formatMoney(totals.totalPriceCents)}
        </p>
        <ShopLink to="/cart" className={`${TALL_LINK} ${CLEAR_LINK}`}>
          Review Cart
        </ShopLink>
      </div>
    </div>
  )
}

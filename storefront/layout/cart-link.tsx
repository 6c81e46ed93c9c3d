import { ShoppingBag } from 'lucide'
import { useCart } from '../cart/cart-store.ts'
import { ShopLink } from '../links/shop-link.tsx'
import { Icon } from '../ui/icon.tsx'

/** The cart widget: a link with the number of units. The badge's space is reserved, so that nothing moves. */
export function CartLink() {
  const { totals } = useCart()
  const count = totals.totalItems
  return (
    <ShopLink
      to="/cart"
      aria-label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      className="relative -mr-2.5 grid size-11 place-items-center rounded-md"
    >
      <Icon icon={ShoppingBag} size={22} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full border border-transparent bg-clay px-1 text-xs leading-none font-bold text-card tabular-nums"
        >
          {count}
        </span>
      )}
    </ShopLink>
  )
}

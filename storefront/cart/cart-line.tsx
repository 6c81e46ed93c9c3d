import { type Cents, formatMoney } from '@shop/contract/money'
import { Minus, Plus, X } from 'lucide'
import { productPath } from '../catalog/product.ts'
import { ShopLink } from '../links/shop-link.tsx'
import { SmallPhoto } from '../pictures/photo.tsx'
import { TALL_INLINE_LINK } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { type CartItem, lineLimit } from './cart.ts'
import { changeQuantity } from './cart-store.ts'
import { LinePrice, useLineProduct } from './line-product.tsx'

const STEP_BUTTON_CLASS =
  'grid size-11 place-items-center hover:text-clay aria-disabled:cursor-default aria-disabled:text-line-strong'

/**
 * One line of the cart: a table row that folds into a card on phones, picture left; name, stepper and price beside it.
 * Where the stepper leaves no room for the price (enlarged letter spacing on the narrowest phones), it goes below; with
 * text of twice the size everything is below each other.
 */
export function CartLine({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const link = productPath(item.product_id)
  const product = useLineProduct(item.product_id)
  const { picture, color, size, price_cents } = product
  return (
    <tr className="border-b border-line max-md:grid max-md:grid-cols-[6rem_minmax(0,1fr)_auto_auto] max-md:gap-x-4 max-md:py-5 max-2xs:flex max-2xs:flex-col">
      <td className="align-top max-md:col-start-1 max-md:row-span-2 max-md:row-start-1 max-xs:row-span-3 max-xs:row-start-1 md:py-5 md:pr-5">
        <ShopLink to={link} aria-label={item.product_name} className="block w-fit rounded-md">
          <SmallPhoto
            src={picture?.src ?? null}
            alt={picture?.alt ?? item.product_name}
            name={item.product_name}
            size={96}
          />
        </ShopLink>
      </td>
      <td className="min-w-0 align-top max-md:col-span-2 max-md:col-start-2 max-md:row-start-1 md:py-5 md:pt-7 md:pr-5">
        <ShopLink to={link} className={`${TALL_INLINE_LINK} font-medium wrap-anywhere hover:text-clay`}>
          {item.product_name}
        </ShopLink>
        <dl className="mt-1 text-sm text-ink-soft">
          <Detail name="Color" value={color} />
          <Detail name="Size" value={size} />
        </dl>
        <LineNotes item={item} priceToday={price_cents} />
      </td>
      <td className="align-top max-md:col-start-2 max-md:row-start-2 max-md:mt-2 max-xs:col-span-3 max-xs:col-start-2 md:py-5 md:pr-5">
        <Stepper item={item} />
      </td>
      <td className="text-right align-top font-medium tabular-nums max-md:col-span-2 max-md:col-start-3 max-md:row-start-2 max-md:mt-2 max-xs:col-span-3 max-xs:col-start-2 max-xs:row-start-3 max-xs:mt-0 md:py-5 md:pr-5">
        <span className="inline-block min-h-11 leading-11">
          <LinePrice item={item} product={product} />
        </span>
        {item.quantity > 1 && (
          <span className="block text-sm font-normal text-ink-soft">{`${formatMoney(item.price_cents)} each`}</span>
        )}
      </td>
      <td className="text-right align-top max-md:col-start-4 max-md:row-start-1 max-md:-mt-2.5 md:py-5">
        <button
          type="button"
          data-remove
          aria-label={`Remove ${item.product_name}`}
          onClick={onRemove}
          className="-mr-3 inline-grid size-11 place-items-center rounded-md text-ink-soft hover:text-brick"
        >
          <Icon icon={X} size={20} />
        </button>
      </td>
    </tr>
  )
}

function Detail({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}:</dt>
      <dd className="wrap-anywhere">{value ?? '–'}</dd>
    </div>
  )
}

/** Notes about the line, which stay longer than banners (R14, R15, R39). */
function LineNotes({ item, priceToday }: { item: CartItem; priceToday: Cents | null }) {
  return (
    <div role="status" className="text-sm">
      {item.quantity === 0 && <p className="mt-1 font-medium text-brick">Sold Out</p>}
      {item.missing && <p className="mt-1 font-medium text-brick">This product isn’t available right now.</p>}
      {item.adjusted && (
        <p className="mt-1 text-clay">
          was {item.adjusted.was}, now {item.adjusted.now} in stock
        </p>
      )}
      {priceToday !== null && priceToday !== item.price_cents && (
        <p className="mt-1 text-clay">
          Added at {formatMoney(item.price_cents)} each, now {formatMoney(priceToday)}
        </p>
      )}
    </div>
  )
}

/**
 * Minus and plus; `setQuantity` accepts a change only above 0 and within the line's limit (section 4). At an end of the
 * range a button is `aria-disabled` and keeps its focus.
 */
function Stepper({ item }: { item: CartItem }) {
  const { product_id, product_name, quantity, stock_quantity } = item
  const limit = lineLimit(stock_quantity)

  return (
    <div className="inline-flex items-center rounded-md border border-line-strong bg-card">
      <button
        type="button"
        aria-label={`Decrease quantity of ${product_name}`}
        aria-disabled={quantity <= 1}
        onClick={() => changeQuantity(product_id, quantity - 1)}
        className={STEP_BUTTON_CLASS}
      >
        <Icon icon={Minus} size={16} strokeWidth={2} />
      </button>
      <output aria-label={`Quantity of ${product_name}`} className="min-w-8 text-center tabular-nums">
        {quantity}
      </output>
      <button
        type="button"
        aria-label={`Increase quantity of ${product_name}`}
        aria-disabled={quantity >= limit}
        onClick={() => changeQuantity(product_id, quantity + 1)}
        className={STEP_BUTTON_CLASS}
      >
        <Icon icon={Plus} size={16} strokeWidth={2} />
      </button>
    </div>
  )
}

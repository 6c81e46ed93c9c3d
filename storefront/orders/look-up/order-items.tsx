import type { OrderItem } from '@shop/contract/orders/calls'
import { useId } from 'react'
import { formatPrice } from '../../catalog/price.tsx'
import { productPath } from '../../catalog/product.ts'
import { ShopLink } from '../../links/shop-link.tsx'
import { SmallPhoto } from '../../pictures/photo.tsx'
import { TALL_INLINE_LINK } from '../../ui/button.tsx'
import { isSelectable, shownStatus } from '../cancellation/cancellation-rules.ts'

const COLUMN_NAMES = ['Select', 'Product', 'Quantity', 'Price', 'Cancellation', 'Refund', 'Reason'] as const

type OrderItemsProps = {
  items: readonly OrderItem[]
  selected: ReadonlySet<string>
  onToggle: (id: string) => void
  /** A failed cancellation's error about the selection, with the id of its element. */
  describedBy: string | undefined
}

/**
 * The items of a found order: a table, on small screens cards (section 2), whose facts stand beside the product on a tablet, above
 * the sums. Paper has a table where it is wide enough.
 */
export function OrderItems({ items, selected, onToggle, describedBy }: OrderItemsProps) {
  return (
    <table aria-label="Items of this order" className="w-full text-left folded:block">
      <thead className="text-sm text-ink-soft folded:sr-only">
        <tr className="border-b border-line">
          {COLUMN_NAMES.map((name) => (
            <th key={name} scope="col" className={`pr-4 pb-3 font-normal ${columnClass(name)}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="folded:block">
        {items.map((item) => (
          <OrderLine
            key={item.order_item_id}
            item={item}
            selected={selected.has(item.order_item_id)}
            onToggle={() => onToggle(item.order_item_id)}
            describedBy={describedBy}
          />
        ))}
      </tbody>
    </table>
  )
}

function columnClass(name: (typeof COLUMN_NAMES)[number]): string {
  if (name === 'Select') return 'print:hidden'
  return name === 'Quantity' || name === 'Price' ? 'text-right' : ''
}

type OrderLineProps = { item: OrderItem; selected: boolean; onToggle: () => void; describedBy: string | undefined }

function OrderLine({ item, selected, onToggle, describedBy }: OrderLineProps) {
  const reasonId = useId()
  return (
    <tr className="stacked border-b border-line align-top folded:grid folded:grid-cols-[2.75rem_minmax(0,1fr)] folded:py-4 folded:md:grid-cols-[2.75rem_minmax(0,1fr)_20rem] folded:print:block">
      <td className="py-4 print:hidden folded:row-span-6 folded:p-0">
        <SelectBox
          item={item}
          selected={selected}
          onToggle={onToggle}
          describedBy={isSelectable(item) ? describedBy : reasonId}
        />
      </td>
      <td className="py-4 pr-4 folded:p-0 folded:pb-2 folded:md:row-span-6 folded:md:pr-4 folded:md:pb-0">
        <Product item={item} reasonId={reasonId} />
      </td>
      <Cell name="Quantity" value={String(item.quantity ?? 'N/A')} className="text-right tabular-nums" />
      <Cell name="Price" value={formatPrice(item.price_cents)} className="text-right tabular-nums" />
      <Cell name="Cancellation" value={shownStatus(item.cancellation_status)} className="capitalize" />
      <Cell name="Refund" value={shownStatus(item.refund_status)} className="capitalize" />
      <Cell
        name="Reason"
        value={item.cancellation_reason ?? ''}
        className={`max-w-36 text-sm wrap-anywhere folded:max-w-none ${item.cancellation_reason ? 'min-w-36 print:min-w-24 folded:min-w-0' : ''}`}
      />
    </tr>
  )
}

/** A cell; on small screens its column's name is beside the value, and empty cells are omitted. */
function Cell({ name, value, className }: { name: string; value: string; className: string }) {
  return (
    <td
      className={`stacked items-baseline py-4 pr-4 last:pr-0 folded:justify-between folded:gap-4 folded:p-0 folded:py-0.5 ${value === '' ? 'folded:hidden' : 'folded:flex'} ${className}`}
    >
      <span aria-hidden className="hidden shrink-0 text-left text-sm text-ink-soft folded:inline">
        {name}
      </span>
      <span className="min-w-0 folded:text-right">{value}</span>
    </td>
  )
}

function Product({ item, reasonId }: { item: OrderItem; reasonId: string }) {
  const reason = unselectableBecause(item)
  return (
    <div className="stacked flex items-start gap-4">
      {/* The name is beside it, so the alternative text is empty. */}
      <div aria-hidden>
        <SmallPhoto src={item.image_url} alt="" name={item.product_name} size={72} />
      </div>
      <div className="min-w-24">
        {item.product_id === null ? (
          <span className="font-medium wrap-anywhere">{item.product_name}</span>
        ) : (
          <ShopLink
            to={productPath(item.product_id)}
            className={`${TALL_INLINE_LINK} font-medium wrap-anywhere hover:text-clay`}
          >
            {item.product_name}
          </ShopLink>
        )}
        {reason && (
          <p id={reasonId} className="mt-1 text-sm text-ink-soft print:hidden">
            {reason}
          </p>
        )}
      </div>
    </div>
  )
}

function SelectBox({ item, selected, onToggle, describedBy }: OrderLineProps) {
  const selectable = isSelectable(item)
  return (
    <label className="-mt-2.5 -ml-3 grid size-11 place-items-center has-enabled:cursor-pointer">
      <input
        type="checkbox"
        aria-label={item.product_name}
        aria-describedby={describedBy}
        aria-invalid={selectable && describedBy !== undefined}
        checked={selectable && selected}
        disabled={!selectable}
        onChange={onToggle}
        className="size-5 accent-clay disabled:opacity-50"
      />
    </label>
  )
}

/** Why an item cannot be selected; `null` when it can (R27). */
function unselectableBecause(item: OrderItem): string | null {
  if (isSelectable(item)) return null
  if (shownStatus(item.refund_status) !== '') return 'Already refunded'
  if (shownStatus(item.cancellation_status) !== '') return 'Already cancelled'
  return 'We’re already cancelling or refunding this item'
}

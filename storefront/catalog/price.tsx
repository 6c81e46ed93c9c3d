import { stockLabel } from '@shop/contract/catalog/calls'
import { type Cents, formatMoney } from '@shop/contract/money'

/** Today's price, behind the regular price struck through while it is on sale. */
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

export function formatPrice(cents: Cents | null): string {
  return cents === null ? 'N/A' : formatMoney(cents)
}

/** 'In Stock' or 'Sold Out', as a dot and text, never only color. */
export function StockLabel({ stock }: { stock: number }) {
  const label = stockLabel(stock)
  const color = label === 'In Stock' ? 'text-moss' : 'text-brick'
  return (
    <p className={`mt-0.5 flex items-center gap-2 text-sm font-medium ${color}`}>
      <span aria-hidden className="size-2 rounded-full border border-current bg-current" />
      {label}
    </p>
  )
}

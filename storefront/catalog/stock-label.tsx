import { stockLabel } from '@shop/contract/catalog'

/** 'In Stock' or 'Sold Out', as a dot and text, never color alone. */
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

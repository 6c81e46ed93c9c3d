import { formatMoney, lineTotal } from '@shop/contract/money'
import { useCart } from './cart-store.ts'

/** The cart panel of the product page: product, quantity and line total, and a total (R40); one line when empty. */
export function CartPanel() {
  const { items, totals, restored } = useCart()
  if (items.length === 0) {
    return (
      <section aria-labelledby="cart-panel" className="flex gap-3 border-t border-line pt-3 text-sm">
        <h2 id="cart-panel" className="font-semibold">
          Cart
        </h2>
        <p className={`text-ink-soft ${restored ? '' : 'invisible'}`}>Your cart is empty</p>
      </section>
    )
  }
  return (
    <section aria-labelledby="cart-panel" className="rounded-lg bg-card p-5">
      <h2 id="cart-panel" className="font-semibold">
        Cart
      </h2>
      <table className="mt-3 w-full text-sm">
        <thead className="text-left text-ink-soft">
          <tr>
            <th scope="col" className="pb-1 font-normal">
              Product
            </th>
            <th scope="col" className="px-3 pb-1 text-right font-normal whitespace-nowrap">
              Quantity
            </th>
            <th scope="col" className="pb-1 text-right font-normal whitespace-nowrap">
              Price
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {items.map((item) => (
            <tr key={item.product_id} className="border-t border-line align-top">
              <td className="py-2">{item.product_name}</td>
              <td className="px-3 py-2 text-right whitespace-nowrap">{item.quantity}</td>
              <td className="py-2 text-right whitespace-nowrap">{formatMoney(lineTotal(item))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="font-semibold tabular-nums">
          <tr className="border-t border-ink">
            <th scope="row" colSpan={2} className="pt-2 text-left">
              Total
            </th>
            <td className="pt-2 text-right whitespace-nowrap">{formatMoney(totals.totalPriceCents)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

import { formatMoney } from '@shop/contract/money'
import type { Picture } from '@shop/contract/pictures'
import { useQuery } from '@tanstack/react-query'
import { type CartItem, lineTotal } from '../cart/cart.ts'
import { productQuery } from '../catalog/catalog.queries.ts'
import { stillPicture } from '../catalog/still-picture.ts'
import { useApi } from '../data/api.tsx'
import { SmallPhoto } from '../pictures/small-photo.tsx'

/** One product of the summary: picture with its quantity, name, and the line's price. */
export function SummaryLine({ item }: { item: CartItem }) {
  const picture = useLinePicture(item)
  return (
    <li className="flex items-center gap-4 py-2">
      <span className="relative shrink-0">
        <SmallPhoto src={picture?.src ?? null} alt={picture?.alt ?? item.product_name} size={64} />
        <span
          aria-hidden
          className="absolute -top-2 -right-2 grid h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 text-xs font-semibold text-card tabular-nums"
        >
          {item.quantity}
        </span>
      </span>
      <span className="min-w-0 flex-1 break-words">
        {item.product_name}
        <span className="sr-only">, quantity {item.quantity}</span>
      </span>
      <span className="shrink-0 tabular-nums">{formatMoney(lineTotal(item))}</span>
    </li>
  )
}

/** Pictures are not stored with the cart (R12): after a reload the product is asked for its first that is no video. */
function useLinePicture({ product_id, picture }: CartItem): Picture | null {
  const { data } = useQuery({ ...productQuery(useApi(), product_id), enabled: picture === null, staleTime: 60_000 })
  return picture ?? (data?.kind === 'found' ? stillPicture(data.product.pictures) : null)
}

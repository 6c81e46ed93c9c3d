import type { Product } from '@shop/contract/catalog'
import { ShopLink } from '../layout/shop-link.tsx'
import { productPath } from './product-path.ts'

const CLOTH: Record<string, string> = { Blue: 'bg-blue-cloth', Grey: 'bg-grey-cloth', Tan: 'bg-tan-cloth' }

/** Links to the product's other colors, as swatches. */
export function ColorDots({ product }: { product: Product }) {
  if (product.color === null) return null
  const siblings = product.siblings.filter((sibling) => sibling.product_id !== product.product_id)
  return (
    <div className="mt-3 flex items-center gap-3">
      <p>
        <span className="text-ink-soft">Color</span> <span className="font-medium">{product.color}</span>
      </p>
      <span aria-hidden className="grid size-9 place-items-center rounded-full border-2 border-clay">
        <ColorDot color={product.color} />
      </span>
      {siblings.map(({ product_id, color }) => (
        <ShopLink
          key={product_id}
          to={productPath(product_id)}
          aria-label={`See it in ${color.toLowerCase()}`}
          className="grid size-11 place-items-center rounded-full"
        >
          <ColorDot color={color} />
        </ShopLink>
      ))}
    </div>
  )
}

/** A swatch of the cloth; a color that the shop does not know is left plain. */
export function ColorDot({ color }: { color: string }) {
  return (
    <span
      className={`block size-6 rounded-full border border-line forced-color-adjust-none ${CLOTH[color] ?? 'bg-line'}`}
    />
  )
}

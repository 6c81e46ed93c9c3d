import { colorKey, findDotColor, type Product } from '@shop/contract/catalog/calls'
import { ShopLink } from '../links/shop-link.tsx'
import { productPath } from './product.ts'

export function ColorDots({ product }: { product: Product }) {
  if (product.color === null) return null
  const siblings = product.siblings.filter((sibling) => sibling.product_id !== product.product_id)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <p>
        <span className="text-ink-soft">Color</span> <span className="font-medium">{product.color}</span>
      </p>
      <span aria-hidden className="grid size-9 place-items-center rounded-full border-2 border-clay">
        <ColorDot color={product.color} />
      </span>
      {siblings.map(({ product_id, color, sold_out }) => (
        <Swatch key={product_id} id={product_id} color={color} soldOut={sold_out} />
      ))}
    </div>
  )
}

/** A link to a product in another color, crossed out when it is sold out. */
export function Swatch({ id, color, soldOut = false }: { id: string; color: string; soldOut?: boolean | undefined }) {
  return (
    <ShopLink
      to={productPath(id)}
      aria-label={`See it in ${color.toLowerCase()}${soldOut ? ', sold out' : ''}`}
      className="grid size-11 place-items-center rounded-full"
    >
      <ColorDot color={color} crossed={soldOut} />
    </ShopLink>
  )
}

/** Across the swatch of a color that is sold out; visible on every cloth. */
const CROSSED_CLASS =
  'linear-gradient(to top right, transparent 40%, var(--color-card) 40% 45%, var(--color-ink) 45% 55%, var(--color-card) 55% 60%, transparent 60%), '

/** A swatch in the color's own value, where the page has one, else of the cloth that it names; any other is left plain. */
export function ColorDot({ color, crossed = false }: { color: string; crossed?: boolean }) {
  return (
    <span
      style={{ background: (crossed ? CROSSED_CLASS : '') + clothOf(color) }}
      className="block size-6 rounded-full border border-line forced-color-adjust-none"
    />
  )
}

/** A color as CSS has it: its own value, where the page has one, else that of the cloth that it names. */
export function clothOf(color: string): string {
  const [own, word] = [colorKey(color), findDotColor(color)]
  const named = `var(--color-${word}-cloth, var(--color-line))`
  return own === word ? named : `var(--color-${own}-cloth, ${named})`
}

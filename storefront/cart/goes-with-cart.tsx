import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { ShopLine } from '@shop/contract/pages/shop'
import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../catalog/catalog.queries.ts'
import { Price } from '../catalog/price.tsx'
import { firstPhoto, productPath } from '../catalog/product.ts'
import { relatedProducts } from '../catalog/related-products.ts'
import { useApi } from '../data/api.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { SmallPhoto } from '../pictures/photo.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Button, TALL_INLINE_LINK } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'
import { addWithMessage } from './add-with-message.tsx'
import type { CartItem } from './cart.ts'

const MAX_COMPANIONS = 4

/** Products that go with the cart, each with a button; nothing without the list of products, or when there are none. */
export function GoesWithCart({ items }: { items: readonly CartItem[] }) {
  const { data } = useQuery(productsQuery(useApi()))
  const { lines } = useShop()
  const companions = data === undefined ? [] : companionsOf(items, data.products, lines)
  if (companions.length === 0) return null
  return (
    <section aria-labelledby="goes-with" className="mt-4 md:col-start-1 md:row-start-2">
      <Heading id="goes-with">Goes well with your cart</Heading>
      <ul className="mt-3 grid gap-x-8 lg:grid-cols-2">
        {companions.map((product) => (
          <Companion key={product.product_id} product={product} />
        ))}
      </ul>
    </section>
  )
}

/** Products that go with those in a cart, in stock and not in the cart itself; of each product the first before further ones. */
export function companionsOf(
  items: readonly Pick<CartItem, 'product_id'>[],
  products: readonly ListedProduct[],
  lines: readonly ShopLine[] = [],
): ListedProduct[] {
  const inCart = new Set(items.map(({ product_id }) => product_id))
  const bought = products.filter(({ product_id }) => inCart.has(product_id))
  const companions = bought.flatMap((product) => relatedProducts(product, products, lines).goesWith)
  return [...new Set(companions)]
    .filter(({ product_id, stock_quantity }) => !inCart.has(product_id) && stock_quantity > 0)
    .slice(0, MAX_COMPANIONS)
}

function Companion({ product }: { product: ListedProduct }) {
  const picture = firstPhoto(product.pictures)?.src ?? null
  return (
    <li className="stacked flex items-center gap-4 border-b border-line py-3">
      <SmallPhoto src={picture} alt="" name={product.product_name} size={72} />
      <div className="min-w-0 grow">
        <ShopLink
          to={productPath(product.product_id)}
          className={`${TALL_INLINE_LINK} font-medium wrap-anywhere hover:text-clay`}
        >
          {product.product_name}
        </ShopLink>
        <p className="text-sm tabular-nums">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
      </div>
      <Button
        variant="outline"
        aria-label={`Add to Cart: ${product.product_name}`}
        onClick={() => addWithMessage(product, picture)}
      >
        Add
      </Button>
    </li>
  )
}

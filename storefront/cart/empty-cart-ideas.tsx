import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '../catalog/catalog.queries.ts'
import { ProductCard } from '../catalog/product-card.tsx'
import { groupByLine } from '../catalog/product-groups.ts'
import { useApi } from '../data/api.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { CLEAR_LINK, TALL_LINK } from '../ui/button.tsx'

const MAX_IDEAS = 3

/** Below an empty cart: a link to the quiz where there is one, and the first product in stock of each of three lines, as far as known. */
export function EmptyCartIdeas() {
  const { quiz } = useShop()
  const { data } = useQuery(productsQuery(useApi()))
  const inStock = data?.products.filter(({ stock_quantity }) => stock_quantity > 0) ?? []
  const ideas = groupByLine(inStock)
    .flatMap(({ products }) => products.slice(0, 1))
    .slice(0, MAX_IDEAS)
  return (
    <section aria-label="Ideas" className="border-t border-line pt-8">
      <p className="text-center">
        Not sure which one?{' '}
        {quiz ? (
          <a href="/#quiz" className={`${TALL_LINK} ${CLEAR_LINK}`}>
            A few questions will find the one for you
          </a>
        ) : (
          <ShopLink to="/shop" className={`${TALL_LINK} ${CLEAR_LINK}`}>
            See the collection
          </ShopLink>
        )}
      </p>
      <ul className="cards mt-4 [--columns:3] max-sm:text-sm">
        {ideas.map((product, index) => (
          <li key={product.product_id}>
            {/* An index beyond the first screens: pictures are fetched on scrolling. */}
            <ProductCard product={product} index={index + 100} heading="h2" />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { linePath } from '../catalog/list/product-filter.ts'
import { SearchBox } from '../catalog/list/search-box.tsx'
import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { QUIET_LINK, TALL_LINK } from '../ui/button.tsx'

const LINK_CLASS = `${TALL_LINK} ${QUIET_LINK}`

/** Suggestions for an unknown page: search, the lines of the shop, and contact (R36). */
export function NextSteps() {
  const featured = useShop().lines?.filter((line) => line.featured) ?? []
  return (
    <section aria-label="Next steps" className="mt-8 flex w-full flex-col items-center border-t border-line pt-8">
      <SearchBox className="w-full max-w-md" />
      <ul className="mt-4 flex flex-wrap justify-center gap-x-6">
        {featured.map(({ line, words }) => (
          <li key={line}>
            <ShopLink to={linePath(line)} className={LINK_CLASS}>
              {words === null ? line : `${line} ${words}`}
            </ShopLink>
          </li>
        ))}
        {featured.length === 0 && (
          <li>
            <ShopLink to="/shop" className={LINK_CLASS}>
              See the shop
            </ShopLink>
          </li>
        )}
        <li>
          <DialogLink dialog="contact" className={LINK_CLASS}>
            Write to us
          </DialogLink>
        </li>
      </ul>
    </section>
  )
}

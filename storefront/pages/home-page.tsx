import { shop } from '../../shop.config.ts'
import { PageMeta } from '../layout/page-meta.tsx'
import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The landing page. */
export function Page() {
  return (
    <>
      <PageMeta title="Backpacks your back appreciates" />
      <div className="shell py-20">
        <h1 className="max-w-[12ch] font-display text-4xl font-semibold">Backpacks your back appreciates</h1>
        <p className="mt-5 max-w-[44ch] text-lg text-ink-soft">{shop.tagline}</p>
        <ShopLink to="/shop" className={`${buttonClass()} mt-8`}>
          Shop Now
        </ShopLink>
      </div>
    </>
  )
}

import { Fragment, type ReactNode } from 'react'
import { WHOLESALE } from '../links/dialog-address.ts'
import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { TALL_INLINE_LINK } from '../ui/link-class.ts'

const LINK = `${TALL_INLINE_LINK} text-clay-light underline decoration-clay-light underline-offset-2 hover:text-card`

/** The three lines above the header (section 2). They scroll away with the page. */
export function Notices() {
  const shop = useShop()
  return (
    <section aria-label="Notices" className="bg-ink font-steady text-paper print:hidden">
      <ul className="flex flex-col px-4 py-2 text-center text-[0.875rem] leading-relaxed text-balance xl:flex-row xl:justify-center xl:divide-x xl:divide-line-strong">
        {shop.notices.map((notice) => (
          <li key={notice} className="py-1 xl:px-5">
            <Notice text={notice} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A notice with `{email}`, `{contact}` and `{shop}` turned into links. */
function Notice({ text }: { text: string }) {
  const shop = useShop()
  const links: Record<string, ReactNode> = {
    '{email}': (
      <a className={LINK} href={`mailto:${shop.email}`}>
        {shop.email}
      </a>
    ),
    '{contact}': (
      <DialogLink dialog="contact" className={LINK} prefill={{ reason: WHOLESALE }}>
        Contact page
      </DialogLink>
    ),
    '{shop}': (
      <ShopLink className={LINK} to="/shop">
        Shop
      </ShopLink>
    ),
  }
  return text.split(/(\{\w+\})/).map((part) => <Fragment key={part}>{links[part] ?? part}</Fragment>)
}

import { Fragment, type ReactNode } from 'react'
import { useApi } from '../data/api.tsx'
import { DialogLink, WHOLESALE_REASON } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { useLocation, usePathname } from '../router/router.tsx'
import { useShop } from '../site/shop-settings.tsx'

/** A touch target of full height around a line of text, with the focus ring inside it. */
const LINK_CLASS =
  '-mx-2 px-2 py-4 text-clay-light underline underline-offset-2 -outline-offset-2 outline-clay-light hover:text-card xl:py-2.5'

/** Above the targets of the lines around them. */
const WORDS_CLASS = 'relative z-10'

/**
 * The three lines above the header (section 2), which scroll away with the page: one row on wide screens. On others the first
 * line is seen, and a press on the arrow or focus in a link shows all; screen readers read all of them at any time. On the next
 * page they are folded again.
 */
export function Notices() {
  const shop = useShop()
  const pathname = usePathname()
  return (
    <section aria-label="Notices" className="relative isolate bg-ink font-steady text-paper print:hidden">
      <input
        key={pathname}
        id="all-notices"
        type="checkbox"
        aria-label="Show all notices"
        className="peer absolute top-0 right-0 z-10 size-10 cursor-pointer opacity-0 xl:hidden"
      />
      <ul className="notice-lines">
        {shop.notices.map((notice, index) => (
          <li key={notice}>
            <Notice text={notice} />
            {index === 0 && <TellMe />}
          </li>
        ))}
      </ul>
      <span
        aria-hidden
        className="chevron pointer-events-none absolute top-[0.6875rem] right-3 peer-checked:rotate-180 peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-clay-light xl:hidden"
      />
    </section>
  )
}

/** While orders are paused, except on its own page; another backend keeps no list of who waits. */
function TellMe() {
  const { orders } = useShop()
  const { baseUrl } = useApi()
  const here = useLocation()
  const isThere = here.pathname === TELL_ME_PATH && !here.search.includes('product=')
  if (orders === 'open' || baseUrl !== '' || isThere) return null
  return (
    <>
      {' '}
      <ShopLink className={`${LINK_CLASS} whitespace-nowrap`} to={TELL_ME_PATH} aria-label="Tell me when orders open">
        <Words>Tell me when</Words>
      </ShopLink>
    </>
  )
}

const TELL_ME_PATH = '/tell-me'

/** A notice with `{email}`, `{contact}` and `{shop}` turned into links. */
function Notice({ text }: { text: string }) {
  const shop = useShop()
  const links: Record<string, ReactNode> = {
    '{email}': (
      <a className={LINK_CLASS} href={`mailto:${shop.email}`}>
        <Words>{shop.email}</Words>
      </a>
    ),
    '{contact}': (
      <DialogLink dialog="contact" className={LINK_CLASS} prefill={{ reason: WHOLESALE_REASON }}>
        <Words>Contact page</Words>
      </DialogLink>
    ),
    '{shop}': (
      <ShopLink className={LINK_CLASS} to="/shop">
        <Words>Shop</Words>
      </ShopLink>
    ),
  }
  return text.split(/(\{\w+\})/).map((part) => <Fragment key={part}>{links[part] ?? part}</Fragment>)
}

function Words({ children }: { children: ReactNode }) {
  return <span className={WORDS_CLASS}>{children}</span>
}

import type { PagePath } from '@shop/contract/pages'
import type { Shop } from '@shop/contract/shop'
import { Fragment, type ReactNode } from 'react'
import { useApi } from '../data/api.tsx'
import { DialogLink, WHOLESALE } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { type Location, useLocation } from '../router/router.tsx'
import { useShop } from '../site/shop-settings.tsx'

/**
 * A touch target of full height around a line of text, with the focus ring inside it. Below each other, most of it is
 * above the line, since the header covers what is below.
 */
const LINK =
  '-mx-1.5 px-1.5 pt-5 pb-2 text-clay-light underline underline-offset-2 -outline-offset-2 outline-clay-light hover:text-card xl:py-3.5'

/** Above the targets of the lines around them. */
const WORDS = 'relative z-10'

/**
 * The three lines above the header (section 2). They scroll away with the page. The lines are closer than the targets are
 * high, so a link's words lie above the targets of the lines around them.
 */
export function Notices() {
  const shop = useShop()
  const { baseUrl } = useApi()
  // biome-ignore lint/correctness/useHookAtTopLevel: a build either always calls it or never
  // biome-ignore lint/nursery/useReactCompiler: as above
  const here = import.meta.env.SSR ? useLocation() : null
  return (
    <div className="isolate bg-ink font-steady text-paper print:hidden">
      <section aria-label="Notices">
        <ul className="flex flex-col justify-center px-4 py-2 text-center text-[0.875rem] leading-[1.3] text-balance xl:flex-row xl:divide-x xl:divide-line-strong xl:py-3.5">
          {shop.notices.map((notice) => (
            <li key={notice} className="xl:px-5">
              <Notice text={notice} />
            </li>
          ))}
        </ul>
      </section>
      {/* No notice itself. The server alone renders it, so that its words and classes are in no script. */}
      <div
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is fixed text
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? tellMeLink(shop.orders, baseUrl, here) : '' }}
      />
    </div>
  )
}

/** Not imported with the other words of its page, which no other page has to load. */
const TELL_ME_PATH: PagePath = '/tell-me'

/** While orders are paused, a link below the notices; not on its own page, and another backend keeps no list of who waits. */
function tellMeLink(orders: Shop['orders'], baseUrl: string, here: Location | null): string {
  const isThere = here?.pathname === TELL_ME_PATH && !here.search.includes('product=')
  if (orders === 'open' || baseUrl !== '' || isThere) return ''
  const place = '-mt-2 pb-1 text-center text-[0.875rem] leading-[1.3] xl:py-3.5'
  return `<aside aria-label="Opening of orders" class="${place}"><a class="${LINK}" href="${TELL_ME_PATH}"><span class="${WORDS}">Tell me when orders open</span></a></aside>`
}

/** A notice with `{email}`, `{contact}` and `{shop}` turned into links. */
function Notice({ text }: { text: string }) {
  const shop = useShop()
  const links: Record<string, ReactNode> = {
    '{email}': (
      <a className={LINK} href={`mailto:${shop.email}`}>
        <Words>{shop.email}</Words>
      </a>
    ),
    '{contact}': (
      <DialogLink dialog="contact" className={LINK} prefill={{ reason: WHOLESALE }}>
        <Words>Contact page</Words>
      </DialogLink>
    ),
    '{shop}': (
      <ShopLink className={LINK} to="/shop">
        <Words>Shop</Words>
      </ShopLink>
    ),
  }
  return text.split(/(\{\w+\})/).map((part) => <Fragment key={part}>{links[part] ?? part}</Fragment>)
}

function Words({ children }: { children: ReactNode }) {
  return <span className={WORDS}>{children}</span>
}

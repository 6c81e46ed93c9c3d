import { ShopLink } from '../links/shop-link.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { CLEAR_LINK, QUIET_LINK, TALL_LINK } from '../ui/link-class.ts'
import type { NavigationLink } from './navigation.ts'

/**
 * For visitors without JavaScript, below the header: the links of the menu of small screens, and where to write instead
 * of the dialogs. On every page, since a page is the same whatever dialog its URL names.
 */
export function ScriptlessMenu({ links }: { links: readonly NavigationLink[] }) {
  const { email } = useShop()
  return (
    <div className="shell pb-3 text-sm print:hidden">
      <nav aria-label="Menu" className="flex flex-wrap gap-x-4 lg:hidden">
        {links.map(({ to, label }) => (
          <ShopLink key={to} to={to} className={`${TALL_LINK} ${QUIET_LINK}`}>
            {label}
          </ShopLink>
        ))}
      </nav>
      <p>
        The contact form and the return policy need JavaScript. Without it, please write to{' '}
        <a className={CLEAR_LINK} href={`mailto:${email}`}>
          {email}
        </a>
        .
      </p>
    </div>
  )
}

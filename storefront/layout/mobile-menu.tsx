import { greeting, signOut, useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { Link } from '../router/link.tsx'
import { useBackCloses, useLocation } from '../router/router.tsx'
import { useWindowEvent } from '../ui/use-window-event.ts'
import type { NavigationLink } from './navigation.ts'

const ENTRY_CLASS =
  'flex min-h-14 w-full items-center border-b border-line text-left font-display text-lg font-semibold -outline-offset-2 aria-[current=page]:text-clay'

type MobileMenuProps = {
  links: readonly NavigationLink[]
  /** Called when an entry was clicked, or on Escape: focus returns to the menu's button. */
  onClose: () => void
  /** Called when the visitor touched or focused something else. */
  onLeave: () => void
}

/**
 * The menu of small screens (section 2). It closes when focus leaves it, so it never covers the focused element.
 */
export function MobileMenu({ links, onClose, onLeave }: MobileMenuProps) {
  const { pathname } = useLocation()

  useBackCloses(onClose)

  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())
  useWindowEvent('focusin', handleElsewhere)
  useWindowEvent('pointerdown', handleElsewhere)

  /** The menu's button toggles it itself. */
  function handleElsewhere({ target }: Event): void {
    const own = target instanceof Element && target.closest('#mobile-menu, [data-menu-button]') !== null
    if (!own) onLeave()
  }

  return (
    <nav
      ref={focusFirstLink}
      id="mobile-menu"
      aria-label="Menu"
      className="rise absolute inset-x-0 top-full max-h-[calc(100dvh-var(--header-height))] overflow-y-auto border-b border-line bg-paper shadow-lift lg:hidden"
    >
      <ul className="shell pb-4">
        {links.map(({ to, label }) => (
          <li key={to}>
            {to === '/login' ? (
              <SignInEntry label={label} onClose={onClose} />
            ) : (
              <ShopLink
                to={to}
                onClick={onClose}
                className={ENTRY_CLASS}
                aria-current={pathname === to ? 'page' : undefined}
              >
                {label}
              </ShopLink>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function focusFirstLink(menu: HTMLElement | null): void {
  menu?.querySelector('a')?.focus()
}

function SignInEntry({ label, onClose }: { label: string; onClose: () => void }) {
  const { user } = useVisitor()
  const api = useApi()
  const location = useLocation()
  if (user === null) {
    return (
      <Link to="/login" state={{ from: location }} onClick={onClose} className={ENTRY_CLASS}>
        {label}
      </Link>
    )
  }
  return (
    <button
      type="button"
      className={ENTRY_CLASS}
      onClick={() => {
        signOut(api)
        onClose()
      }}
    >
      <span className="shrink-0">Sign Out</span>
      <span className="ml-3 truncate font-text text-sm font-normal text-ink-soft">{greeting(user)}</span>
    </button>
  )
}

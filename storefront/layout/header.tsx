import { plural } from '@shop/contract/text/plural'
import { Menu, Search, ShoppingBag, X } from 'lucide'
import { lazy, Suspense, useRef, useState } from 'react'
import { greeting, signOut, useVisitor } from '../accounts/session-store.ts'
import { useCart } from '../cart/cart-store.ts'
import { SearchBox } from '../catalog/list/search-box.tsx'
import { useApi } from '../data/api.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { NOTIFICATION_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { Link } from '../router/link.tsx'
import { useLocation, usePathname } from '../router/router.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Icon } from '../ui/icon.tsx'
import type { NavigationLink } from './navigation.ts'

const loadMenu = () => import('./mobile-menu.tsx')
const MobileMenu = lazy(async () => ({ default: (await loadMenu()).MobileMenu }))

const MENU_FAILED = 'The menu didn’t open. Check your connection and try again.'

const NAV_LINK =
  'inline-flex min-h-11 items-center px-2 font-medium whitespace-nowrap decoration-clay decoration-2 underline-offset-8 hover:underline aria-[current=page]:underline xl:px-3'

/** The sticky header: menu, logo, links, search, sign-in, cart (section 2). */
export function Header({ links, menu }: { links: readonly NavigationLink[]; menu: readonly NavigationLink[] }) {
  const shop = useShop()
  const pathname = usePathname()
  const [menuOpen, setMenuOpen] = useState(false)
  const [searchOpen, setSearchOpen] = useState(false)
  const [shownPathname, setShownPathname] = useState(pathname)
  const menuButton = useRef<HTMLButtonElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)

  // Menu and search close on navigation.
  if (shownPathname !== pathname) {
    setShownPathname(pathname)
    setMenuOpen(false)
    setSearchOpen(false)
  }

  /** Opens the menu only when its code is loaded, since an error while rendering would affect the page. */
  function toggleMenu(): void {
    setSearchOpen(false)
    if (menuOpen) setMenuOpen(false)
    else
      loadMenu().then(
        () => setMenuOpen(true),
        () => showPopup({ kind: 'error', text: MENU_FAILED, timer: NOTIFICATION_TIMER_MS, button: 'Close' }),
      )
  }

  return (
    <header className="site-header sticky top-0 z-40 bg-paper print:hidden">
      <div className="shell flex h-(--header-height) items-center gap-1 max-xs:gap-0">
        <button
          ref={menuButton}
          type="button"
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
          aria-controls={menuOpen ? 'mobile-menu' : undefined}
          data-menu-button
          onPointerEnter={preloadMenu}
          onFocus={preloadMenu}
          onClick={toggleMenu}
          className="-ml-2.5 grid size-11 shrink-0 place-items-center rounded-md lg:hidden"
        >
          {menuOpen ? <Icon icon={X} size={24} /> : <Icon icon={Menu} size={24} />}
        </button>
        <ShopLink
          to="/"
          aria-label={`${shop.name}, home`}
          className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-md max-xs:gap-1.5"
        >
          <LogoMark />
          <span className="truncate font-display text-xl font-semibold tracking-tight max-xs:text-lg">{shop.name}</span>
        </ShopLink>
        <nav aria-label="Main" className="ml-2 hidden items-center lg:flex xl:ml-6 xl:gap-1">
          {links.map((link) => (
            <NavItem key={link.to} {...link} />
          ))}
        </nav>
        <div className="flex shrink-0 grow items-center justify-end gap-1 max-xs:gap-0 lg:shrink">
          <SearchBox className="hidden w-46 max-w-64 shrink-0 grow lg:block xl:w-64" />
          <button
            type="button"
            aria-label={searchOpen ? 'Close search' : 'Open search'}
            aria-expanded={searchOpen}
            aria-controls="header-search"
            ref={searchButton}
            onClick={() => {
              setMenuOpen(false)
              setSearchOpen(!searchOpen)
            }}
            className="grid size-11 shrink-0 place-items-center rounded-md lg:hidden"
          >
            <Icon icon={Search} size={21} />
          </button>
          <SignInIndicator className="hidden lg:flex" />
          <CartLink />
        </div>
      </div>
      <SearchBelow
        isOpen={searchOpen}
        onClose={() => setSearchOpen(false)}
        onEscape={() => {
          setSearchOpen(false)
          searchButton.current?.focus()
        }}
      />
      {menuOpen && (
        <Suspense fallback={null}>
          <MobileMenu
            links={menu}
            onLeave={() => setMenuOpen(false)}
            onClose={() => {
              setMenuOpen(false)
              menuButton.current?.focus()
            }}
          />
        </Suspense>
      )}
    </header>
  )
}

type SearchBelowProps = { isOpen: boolean; onClose: () => void; onEscape: () => void }

/** The search of a narrow screen, below the header. */
function SearchBelow({ isOpen, onClose, onEscape }: SearchBelowProps) {
  return (
    <div id="header-search" hidden={!isOpen} className="shell pb-3 lg:hidden">
      {isOpen && <SearchBox autoFocus onSent={onClose} onEscape={onEscape} />}
    </div>
  )
}

function NavItem({ to, label }: NavigationLink) {
  const pathname = usePathname()
  return (
    <ShopLink to={to} className={NAV_LINK} aria-current={pathname === to ? 'page' : undefined}>
      {label}
    </ShopLink>
  )
}

/** The menu's code is loaded on touch or focus of its button. */
function preloadMenu(): void {
  loadMenu().catch(() => {})
}

/** 'Welcome, Ada', a link to the account, and Sign Out; or a Sign In link that leads back to this page (section 2). */
function SignInIndicator({ className }: { className: string }) {
  const { user } = useVisitor()
  const api = useApi()
  const location = useLocation()
  if (user === null) {
    return (
      <Link
        to="/login"
        state={{ from: location }}
        className={`${className} min-h-11 items-center px-3 font-medium hover:text-clay`}
      >
        Sign In
      </Link>
    )
  }
  return (
    <div className={`${className} items-center gap-1`}>
      <Link to="/account" title="Your account" className="max-w-36 truncate py-2.5 pl-2 hover:text-clay xl:max-w-40">
        {greeting(user)}
      </Link>
      <button
        type="button"
        onClick={() => signOut(api)}
        className="min-h-11 px-2 font-medium whitespace-nowrap hover:text-clay xl:px-3"
      >
        Sign Out
      </button>
    </div>
  )
}

/** The cart widget: a link with the number of units. The badge's space is reserved, so nothing moves. */
function CartLink() {
  const { totals, restored } = useCart()
  const count = totals.totalItems
  const [known, setKnown] = useState({ count, restored, isMore: false })
  // What was in the cart when the page came is no addition.
  if (known.count !== count || known.restored !== restored)
    setKnown({ count, restored, isMore: known.restored && count > known.count })
  return (
    <ShopLink
      to="/cart"
      aria-label={`Cart, ${count} ${plural(count, 'item')}`}
      className="relative -mr-2.5 grid size-11 place-items-center rounded-md"
    >
      <Icon icon={ShoppingBag} size={22} />
      {count > 0 && (
        <span
          key={count}
          aria-hidden
          className={`${known.isMore ? 'counts-up' : ''} absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full border border-transparent bg-clay px-1 text-xs leading-none font-bold text-card tabular-nums`}
        >
          {count}
        </span>
      )}
    </ShopLink>
  )
}

/**
 * The mark: a ridge line in a rounded square, like the leather patch on the bags. Decorative; the name is beside it.
 */
function LogoMark({ className = 'size-8 shrink-0' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-clay" />
      <rect
        x="3"
        y="3"
        width="26"
        height="26"
        rx="5.500"
        fill="none"
        className="stroke-clay-light"
        strokeWidth="1"
        strokeDasharray="2.200 2"
      />
      <path
        d="m6.500 21.500 6.500-9 4 5.200 2.600-3.100 5.900 6.900"
        fill="none"
        className="stroke-card"
        strokeWidth="2.100"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

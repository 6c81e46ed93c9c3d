import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { PopupRegion } from '../popups/popup-region.tsx'
import { useIsPageLoading } from '../router/lazy-component.ts'
import { returnToPlace } from '../router/places.ts'
import { useVisit } from '../router/router.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { CLEAR_LINK, QUIET_LINK, TALL_LINK } from '../ui/button.tsx'
import { focusComingHeading } from '../ui/heading.tsx'
import { StuckPageNotice } from './boundaries.tsx'
import { Dialogs } from './dialogs.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { Navigation, NavigationLink } from './navigation.ts'
import { Notices } from './notices.tsx'

export function Layout({ navigation, children }: { navigation: Navigation; children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link within the page that must work without scripts */}
      <a
        href="#main"
        onClick={skipToContent}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-card"
      >
        Skip to content
      </a>
      <Notices />
      <Header links={navigation.header} menu={navigation.menu} />
      {/* React skips what is in it in the browser, so the browser's build leaves it out. */}
      <noscript>{import.meta.env.SSR && <ScriptlessMenu links={navigation.menu} />}</noscript>
      <PopupRegion />
      <PageProgress />
      <StuckPageNotice />
      {/* At least the window's height, so the footer does not move while a page loads. */}
      <main id="main" tabIndex={-1} className="min-h-svh grow">
        {children}
      </main>
      <Footer links={navigation.footer} />
      <Dialogs />
      <RouteFocus />
    </div>
  )
}

/** Without the URL: an entry with `#main` in the history would break Back and the guest flag. */
function skipToContent(event: MouseEvent): void {
  const main = document.getElementById('main')
  if (main === null) return
  event.preventDefault()
  main.focus({ preventScroll: true })
  main.scrollIntoView()
}

/** A progress bar while a page's code is being loaded; delayed, so fast pages show none. */
function PageProgress() {
  const loading = useIsPageLoading()
  if (!loading) return null
  return (
    <div
      role="progressbar"
      aria-label="Loading page"
      className="page-progress fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="h-full w-full origin-left bg-clay" />
    </div>
  )
}

/**
 * After navigation: scrolls to the top and focuses the heading, so screen readers announce the page. Back and
 * Forward return to the scroll position, also after a reload; navigation within a page (`preventScrollReset`) keeps position and focus.
 * A component of its own, so navigation does not render the layout again.
 */
function RouteFocus(): null {
  const visit = useVisit()
  const previous = useRef<string | null>(null)

  // Before the first paint: a page that is still loading is shorter, and its end would be shown first.
  useLayoutEffect(() => {
    if (visit.resetsScroll) window.scrollTo(0, 0)
    return returnToPlace(visit.isReturn ? visit.location.key : null)
  }, [visit])

  useEffect(() => {
    const { pathname } = visit.location
    const moved = previous.current !== null && previous.current !== pathname
    previous.current = pathname
    return moved || visit.resetsScroll ? focusComingHeading() : undefined
  }, [visit])
  return null
}

/**
 * For visitors without JavaScript, below the header: the links of the menu of small screens, and where to write instead
 * of the dialogs. On every page, since a page is the same whatever dialog its URL names.
 */
function ScriptlessMenu({ links }: { links: readonly NavigationLink[] }) {
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

import { LucideProvider } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { PopupRegion } from '../popups/popup-region.tsx'
import { useVisitTracking } from '../visits/use-visit-tracking.ts'
import { Dialogs } from './dialogs.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { Navigation } from './navigation.ts'
import { Notices } from './notices.tsx'
import { PageProgress } from './page-progress.tsx'
import { StuckPageNotice } from './stuck-page-notice.tsx'
import { useRouteFocus } from './use-route-focus.ts'

/** What stands around every page. */
export function Layout({ navigation, children }: { navigation: Navigation; children: ReactNode }) {
  useVisitTracking()
  useRouteFocus()
  return (
    <LucideProvider strokeWidth={1.75}>
      <div className="flex min-h-svh flex-col">
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, and has to without the script too */}
        <a
          href="#main"
          onClick={skipToContent}
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-card"
        >
          Skip to content
        </a>
        <Notices />
        <Header links={navigation.header} menu={navigation.menu} />
        <PopupRegion />
        <PageProgress />
        <StuckPageNotice />
        {/* Always as high as the window, so that the footer never moves while a page fills. */}
        <main id="main" tabIndex={-1} className="min-h-svh grow">
          {children}
        </main>
        <Footer links={navigation.footer} />
        <Dialogs />
      </div>
    </LucideProvider>
  )
}

/** By hand: an address with `#main` would be an entry of the history that Back and the guest flag stumble over. */
function skipToContent(event: MouseEvent): void {
  const main = document.getElementById('main')
  if (main === null) return
  event.preventDefault()
  main.focus({ preventScroll: true })
  main.scrollIntoView()
}

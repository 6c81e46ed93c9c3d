import type { MouseEvent, ReactNode } from 'react'
import { PopupRegion } from '../popups/popup-region.tsx'
import { Dialogs } from './dialogs.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { Navigation } from './navigation.ts'
import { Notices } from './notices.tsx'
import { PageProgress } from './page-progress.tsx'
import { RouteFocus } from './route-focus.ts'
import { ScriptlessMenu } from './scriptless-menu.tsx'
import { StuckPageNotice } from './stuck-page-notice.tsx'

/** The frame of every page. */
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
      {/* At least the window's height, so that the footer does not move while a page loads. */}
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

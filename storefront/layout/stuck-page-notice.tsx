import { retryStuckPage, useIsPageStuck } from '../router/lazy-page.ts'
import { useCodeRetry } from '../router/use-code-retry.ts'
import { TryAgain } from '../ui/try-again.tsx'

/** Shown when a page can be read but its code could not be loaded. */
export function StuckPageNotice() {
  return useIsPageStuck() ? <Notice /> : null
}

function Notice() {
  const { busy, retry } = useCodeRetry(retryStuckPage)
  return (
    <div
      role="alert"
      className="shell flex flex-wrap items-center justify-between gap-4 rounded-md bg-brick-light py-3 font-medium text-brick"
    >
      <p>A part of this page could not be loaded, so some buttons may not work. Please check your connection.</p>
      <TryAgain variant="outline" busy={busy} onRetry={retry} />
    </div>
  )
}

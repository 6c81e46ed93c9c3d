import { useIsPageLoading } from '../router/lazy-page.ts'

/** A progress bar while a page's code is being loaded; delayed, so that fast pages show none. */
export function PageProgress() {
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

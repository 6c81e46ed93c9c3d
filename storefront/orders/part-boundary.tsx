import type { ReactNode } from 'react'
import { CodeLoadError, resetFailedLoad } from '../router/lazy-component.ts'
import { useCodeRetry } from '../router/use-code-retry.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'

import { TryAgain } from '../ui/try-again.tsx'

type PartBoundaryProps = {
  /** A new value renders the part again. */
  resetKey: string | number
  /** Shown when the part's code could not be loaded. */
  failed: string
  children: ReactNode
}

/**
 * Contains a failure to load the code of a part, so that the rest of the page and its input survive. Other errors are
 * rethrown to the page's boundary.
 */
export function PartBoundary({ resetKey, failed, children }: PartBoundaryProps) {
  function fallback(error: unknown, reset: () => void): ReactNode {
    if (!(error instanceof CodeLoadError)) throw error
    return <PartNotLoaded error={error} text={failed} onLoaded={reset} />
  }
  return (
    <ErrorBoundary resetKey={resetKey} onError={resetFailedLoad} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}

function PartNotLoaded({ error, text, onLoaded }: { error: CodeLoadError; text: string; onLoaded: () => void }) {
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return (
    <div role="alert" className="flex flex-col items-start gap-5">
      <p className="max-w-[44ch] font-medium text-brick">{text} Please check your connection.</p>
      <TryAgain busy={busy} onRetry={retry} />
    </div>
  )
}

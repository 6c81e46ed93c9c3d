import { useState } from 'react'

/**
 * Retries loading code. If it fails although the network works, the document is reloaded: a new release may have
 * replaced the file, and some browsers cache the failure.
 */
export function useCodeRetry(retry: () => Promise<void>, onLoaded?: () => void) {
  const [busy, setBusy] = useState(false)

  async function handleRetry(): Promise<void> {
    setBusy(true)
    try {
      await retry()
      onLoaded?.()
    } catch {
      if (navigator.onLine) window.location.reload()
      else setBusy(false)
    }
  }

  return { busy, retry: () => void handleRetry() }
}

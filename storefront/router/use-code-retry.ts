import { useState } from 'react'

/**
 * Asks for code anew that could not be fetched. Where it still cannot be had although there is a line, a new document
 * helps: a new release may have replaced the file, and some browsers remember that a file failed.
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

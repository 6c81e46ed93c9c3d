import { onlineManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkConnection } from './connection.ts'

/**
 * Props of a picture or video that is loaded again once the shop can be reached, if it could not be loaded before. The
 * browser itself would try again only with a new page.
 */
export function useReload(): { key: number; onError: () => void } {
  const [attempt, setAttempt] = useState(0)
  const hasFailed = useRef(false)
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (!isOnline || !hasFailed.current) return
        hasFailed.current = false
        setAttempt((before) => before + 1)
      }),
    [],
  )
  return {
    key: attempt,
    onError: () => {
      hasFailed.current = true
      void checkConnection()
    },
  }
}

import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { focusComingHeading } from './use-route-focus.ts'

type TryAgainProps = Pick<ComponentProps<typeof Button>, 'variant'> & {
  /** The next try is under way. */
  busy: boolean
  onRetry: () => void
  /** Takes the focus once what was asked for stands in the button's place; the page's heading unless told otherwise. */
  onReplaced?: () => void
}

/** Asks again for what failed. It keeps the focus while it is busy, and hands it on when it goes. */
export function TryAgain({ busy, onRetry, onReplaced = focusComingHeading, variant }: TryAgainProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const handleReplaced = useEffectEvent(onReplaced)

  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // It is leaving the document right now; what comes in its place is there a moment later.
      if (document.activeElement === button) queueMicrotask(() => handleReplaced())
    }
  }, [])

  return (
    <Button ref={ref} {...(variant && { variant })} aria-disabled={busy || undefined} onClick={() => busy || onRetry()}>
      Try again
    </Button>
  )
}

import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { focusComingHeading } from './heading.tsx'

type TryAgainProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className'> & {
  busy: boolean
  onRetry: () => void
  /** Gets the focus once the content has replaced the button; by default the page's heading. */
  onReplaced?: () => void
}

/** A retry button. It keeps the focus while busy and passes it on when it disappears. */
export function TryAgain({ busy, onRetry, onReplaced = focusComingHeading, ...button }: TryAgainProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const handleReplaced = useEffectEvent(onReplaced)

  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // It is being unmounted; its replacement is rendered a moment later.
      if (document.activeElement === button) queueMicrotask(() => handleReplaced())
    }
  }, [])

  return (
    <Button ref={ref} {...button} aria-disabled={busy || undefined} onClick={() => busy || onRetry()}>
      Try again
    </Button>
  )
}

import { useCallback, useState } from 'react'
import { readStored } from '../data/storage.ts'
import { OptionalPart } from '../router/error-boundary.tsx'
import { lazyComponent } from '../router/lazy-component.ts'
import { useHydrated } from '../ui/hydrated.tsx'
import type { ArrivalEstimateProps } from './arrival-estimate.tsx'
import { STATE_KEY } from './delivery-state.ts'

const ArrivalEstimate = lazyComponent<ArrivalEstimateProps>(
  'the delivery estimate',
  async () => (await import('./arrival-estimate.tsx')).ArrivalEstimate,
)

/**
 * When goods would arrive and what they would cost in all, before checkout. Nothing is asked and nothing is fetched until it is
 * opened; once a state was chosen in this browser it is open.
 */
export function Arrival({ items, className = '' }: ArrivalEstimateProps & { className?: string }) {
  const isHydrated = useHydrated()
  const [pressed, setPressed] = useState<boolean | null>(null)
  const isOpen = pressed ?? (isHydrated && readStored(STATE_KEY) !== null)
  /** It may have been opened before its code was there. */
  const adopt = useCallback((details: HTMLDetailsElement | null) => {
    if (details?.open) requestAnimationFrame(() => setPressed(true))
  }, [])
  return (
    <details ref={adopt} open={isOpen} onToggle={(event) => setPressed(event.currentTarget.open)} className={className}>
      <summary className="flex min-h-11 items-center gap-2 text-sm font-medium">
        Delivery date and total
        <span aria-hidden className={`chevron transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </summary>
      {isOpen && (
        <OptionalPart resetKey="arrival" fallback={<p className="text-sm">We couldn’t load the estimate.</p>}>
          <ArrivalEstimate items={items} />
        </OptionalPart>
      )}
    </details>
  )
}

import { type DemandEvent, type DemandKind, MAX_DEMAND_EVENTS, visitCalls } from '@shop/contract/visits/calls'

const waiting: DemandEvent[] = []

/**
 * Counts what a shopper wants: a press for a product, or a search that found nothing. Nothing is sent at the press
 * (R17): the counts of a page go in one call when it is left or hidden.
 */
export function countDemand(kind: DemandKind, subject: string): void {
  waiting.push({ kind, subject })
  // The same listener is added only once.
  document.addEventListener('visibilitychange', send)
}

/** A beacon is sent even though the page is being left. A failure is ignored. */
function send(): void {
  if (!document.hidden || waiting.length === 0) return
  const events = waiting.splice(0, MAX_DEMAND_EVENTS)
  navigator.sendBeacon(
    visitCalls.trackDemand.path,
    new Blob([JSON.stringify({ events })], { type: 'application/json' }),
  )
}

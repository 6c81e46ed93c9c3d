import type { AdminOrder } from '@shop/contract/admin/orders'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANGE_KEY } from '../app/changes.ts'
import { orderQuery } from './orders.queries.ts'

/**
 * The version that a form stays on, so that a change by somebody else is noticed and shown: the one that it was opened
 * with, together with one's own changes that were still under way then.
 */
export function useOrderBase(order: AdminOrder) {
  const ownChanges = useIsMutating({ mutationKey: CHANGE_KEY })
  // The end of a change may be seen here a render before the page passes on the order that it brought.
  const { data: now = order } = useQuery({ ...orderQuery(order.order_id), enabled: false })
  const [base, setBase] = useState(now)
  const [isSettled, setIsSettled] = useState(ownChanges === 0)
  if (!isSettled) {
    if (base !== now) setBase(now)
    if (ownChanges === 0) setIsSettled(true)
  }
  return {
    base,
    /** The order as it is now. */
    now,
    hasNewer: isSettled && now.version !== base.version,
    /** Whether the base has all of one's own changes; a change sent before that would be refused for them. */
    isSettled,
    /** Takes the order as it is now for the base. */
    adoptNow: () => setBase(now),
  }
}

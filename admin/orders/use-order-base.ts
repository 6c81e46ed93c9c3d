import type { AdminOrder } from '@shop/contract/admin/orders'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { CHANGE_KEY } from '../app/changes.ts'

/**
 * The version that a form stays on, so that a change by somebody else is noticed and shown: the one that it was opened
 * with, together with one's own changes that were still under way then.
 */
export function useOrderBase(order: AdminOrder) {
  const ownChanges = useIsMutating({ mutationKey: CHANGE_KEY })
  const [base, setBase] = useState(order)
  const [isSettled, setIsSettled] = useState(ownChanges === 0)
  if (!isSettled) {
    if (base !== order) setBase(order)
    if (ownChanges === 0) setIsSettled(true)
  }
  return [base, setBase] as const
}

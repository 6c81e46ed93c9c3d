import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'

/** Used, expired, of another account or incomplete: what to do next is the same. */
export function InvalidLink({ incomplete, children }: { incomplete: boolean; children: ReactNode }) {
  return (
    <EmptyState as="h1" title={incomplete ? 'This link is not complete' : 'This link does not work any more'}>
      {children}
    </EmptyState>
  )
}

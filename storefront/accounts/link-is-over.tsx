import type { ReactNode } from 'react'
import { EmptyState } from '../layout/empty-state.tsx'

/** Used, expired, of another account or cut: what to do next is the same. */
export function LinkIsOver({ cut, children }: { cut: boolean; children: ReactNode }) {
  return (
    <EmptyState as="h1" title={cut ? 'This link is not complete' : 'This link does not work any more'}>
      {children}
    </EmptyState>
  )
}

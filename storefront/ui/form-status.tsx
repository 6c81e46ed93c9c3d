import { type ReactNode, useId } from 'react'
import { EmptyState } from './empty-state.tsx'
import { focusOnAppear } from './focus.ts'

type StatusProps = {
  title: string
  as: 'h1' | 'h2'
  /** Whether the form was there before: the heading has the focus then. */
  isNew: boolean
  /** The next step. */
  action?: ReactNode
  children: ReactNode
}

/** The result of a form, in its place, which is announced. */
export function FormStatus({ title, as, isNew, action, children }: StatusProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <EmptyState as={as} heading={{ id, ref: isNew ? focusOnAppear : undefined }} title={title}>
        <p role="status">{children}</p>
        {action}
      </EmptyState>
    </section>
  )
}

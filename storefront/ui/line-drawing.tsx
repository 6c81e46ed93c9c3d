import type { ReactNode } from 'react'

/** A line drawing. Decorative; text is beside it. */
export function LineDrawing({
  viewBox = '0 0 64 64',
  className = '',
  children,
}: {
  viewBox?: string
  className?: string
  children: ReactNode
}) {
  return (
    <svg
      viewBox={viewBox}
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

import type { ReactNode } from 'react'

/** A small drawing in the shop's line, on a ground of 64 x 64. Decorative: the words stand beside it. */
export function LineDrawing({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 64 64"
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

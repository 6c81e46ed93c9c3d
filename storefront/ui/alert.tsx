import type { ComponentProps, ReactNode } from 'react'

/** An error and its reason, with the remedy beside it. */
export function Alert({ action, className = '', children, ...rest }: ComponentProps<'div'> & { action?: ReactNode }) {
  return (
    <div
      // The border is visible in forced-colors mode, which removes backgrounds.
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-transparent bg-brick-light p-4 text-brick ${className}`}
      {...rest}
    >
      <div className="min-w-0 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}

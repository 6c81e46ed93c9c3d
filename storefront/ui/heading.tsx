import type { ComponentProps, ReactNode } from 'react'
import { useOnChange } from './effects.ts'

export function PageTitle({ children }: { children: ReactNode }) {
  return (
    <h1 tabIndex={-1} className="font-display text-3xl font-semibold">
      {children}
    </h1>
  )
}

const SIZE_CLASSES = { xl: 'text-xl', '2xl': 'text-2xl' } as const

type HeadingProps = ComponentProps<'h2'> & { as?: 'h2' | 'h3'; size?: keyof typeof SIZE_CLASSES }

export function Heading({ as: Element = 'h2', size = 'xl', className = '', ...rest }: HeadingProps) {
  return <Element className={`font-display font-semibold ${SIZE_CLASSES[size]} ${className}`} {...rest} />
}

/** Focuses the page's heading when the focused element was removed. */
export function focusHeading(): void {
  const heading = findHeading() ?? findMain()
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * Focuses the heading, even if it is rendered later with the page's data, unless the visitor has moved the focus by
 * then.
 */
export function focusComingHeading(): () => void {
  focusHeading()
  const main = findMain()
  const observer = new MutationObserver(() => {
    if (findHeading() === null) return
    observer.disconnect()
    if (document.activeElement === main || document.activeElement === document.body) focusHeading()
  })
  if (main !== null && findHeading() === null) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function findMain(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main')
}

function findHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/** Focuses the page's heading when a page replaces its content, as `state` says, so it is announced. */
export function useHeadingFocus(state: unknown): void {
  useOnChange(state, focusComingHeading)
}

import { ArrowLeft } from 'lucide'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type Variant = 'ink' | 'outline' | 'quiet'

const VARIANT_CLASSES: Record<Variant, string> = {
  // The border is visible in forced-colors mode, which removes backgrounds.
  ink: 'border-transparent bg-ink text-card hover:bg-ink-lift disabled:bg-line disabled:text-ink-soft aria-disabled:bg-line-strong',
  outline:
    'border-ink text-ink hover:bg-ink hover:text-card disabled:border-line disabled:text-ink-soft disabled:hover:bg-transparent',
  quiet:
    'border-transparent text-ink underline decoration-line-strong underline-offset-4 hover:text-clay hover:decoration-clay',
}

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: Variant = 'ink'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-md border px-5 py-2.5 text-center leading-tight font-semibold transition-colors ${VARIANT_CLASSES[variant]}`
}

/** A button; not a submit button unless it says so. */
export function Button({ variant = 'ink', className = '', ...rest }: ComponentProps<'button'> & { variant?: Variant }) {
  return <button type="button" className={`${buttonClass(variant)} ${className}`} {...rest} />
}

export function chipClass(isChosen: boolean): string {
  const look = isChosen ? 'border-ink bg-ink text-card forced-colors:border-4' : 'border-line hover:border-ink'
  return `min-h-11 min-w-11 rounded-full border px-3 text-sm font-medium ${look}`
}

/** Back to the page or the step before. */
export function BackButton({ className = '', onBack }: { className?: string; onBack: () => void }) {
  return (
    <button
      type="button"
      onClick={onBack}
      className={`-ml-1 inline-flex min-h-11 items-center gap-2 px-1 font-medium hover:text-clay ${className}`}
    >
      <Icon icon={ArrowLeft} size={18} />
      Back
    </button>
  )
}

export const QUIET_LINK = 'underline decoration-line-strong underline-offset-4 hover:text-clay hover:decoration-clay'

export const CLEAR_LINK = 'font-medium text-ink underline decoration-clay underline-offset-4 hover:text-clay'

/**
 * A link within a text with a touch target of full height: its padding does not affect the layout. Of two such links
 * above each other, the lower one gets the overlap.
 */
export const TALL_INLINE_LINK = '-mx-1.5 px-1.5 py-[0.875rem]'

/** Standalone links with a touch target of full height. */
export const TALL_LINK = 'inline-flex min-h-11 items-center'

import { type ReactNode, type RefObject, useId } from 'react'
import { Heading } from '../ui/heading.tsx'

type SectionProps = { number: number | null; title: string; ref?: RefObject<HTMLElement | null>; children: ReactNode }

export function Section({ number, title, ref, children }: SectionProps) {
  const id = useId()
  return (
    <section ref={ref} aria-labelledby={id} className="border-t border-line pt-6 pb-4 first:border-t-0 first:pt-0">
      <Heading id={id} tabIndex={-1} className="mb-5 flex items-baseline gap-3">
        {number !== null && (
          <span aria-hidden className="text-clay lining-nums tabular-nums">
            {number}
          </span>
        )}
        {title}
      </Heading>
      {children}
    </section>
  )
}

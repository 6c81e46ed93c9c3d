import type { ReactNode } from 'react'
import { LineDrawing } from './icon.tsx'

type EmptyStateProps = {
  title: string
  as?: 'h1' | 'h2' | 'p'
  heading?: { id: string; ref: ((element: HTMLElement | null) => void) | undefined }
  children: ReactNode
}

/** A drawing, a sentence and a link, for empty, missing and failed screens. */
export function EmptyState({ title, as: Heading = 'p', heading, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-16 text-center sm:py-24">
      <OpenBag />
      <Heading
        {...heading}
        tabIndex={Heading === 'p' ? undefined : -1}
        className="mt-6 max-w-lg font-display text-2xl font-semibold"
      >
        {title}
      </Heading>
      <div className="mt-6 flex w-full max-w-[52ch] flex-col items-center gap-4 wrap-anywhere text-ink-soft">
        {children}
      </div>
    </div>
  )
}

function OpenBag() {
  return (
    <LineDrawing viewBox="0 0 160 140" className="w-40 text-clay">
      <path d="M44 58c-4 10-6 24-6 38 0 22 6 30 12 30h60c6 0 12-8 12-30 0-14-2-28-6-38" />
      <path d="M44 58c10 8 62 8 72 0-3-11-14-16-36-16s-33 5-36 16z" />
      <path d="M44 58c-2-20 4-34 16-38 8-3 32-3 40 0 12 4 18 18 16 38" />
      <path d="M70 19c0-8 20-8 20 0" />
      <path d="M52 92h56v20a6 6 0 0 1-6 6H58a6 6 0 0 1-6-6z" />
      <path d="M52 98h56M94 98v6" />
      <rect x="69" y="72" width="22" height="14" rx="3" />
      <path d="m73 82 4-5 3 3 2.500-2.500 4.500 4.500" />
      <path d="M38 92c-8 3-10 8-10 16v10M122 92c8 3 10 8 10 16v10" />
    </LineDrawing>
  )
}

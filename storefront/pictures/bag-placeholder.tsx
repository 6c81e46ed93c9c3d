import { LineDrawing } from '../ui/line-drawing.tsx'

/** A drawn bag on the photographs' ground, where there is no picture; decorative without a label. */
export function BagPlaceholder({ label, className = '' }: { label: string; className?: string }) {
  return (
    <span
      {...(label !== '' && { role: 'img', 'aria-label': label })}
      className={`grid aspect-square place-items-center bg-ground text-line-strong ${className}`}
    >
      <LineDrawing viewBox="0 0 120 120" className="w-1/2 max-w-44">
        <path d="M48 26c0-9 24-9 24 0v5" />
        <path d="M48 31v-5" />
        <path d="M32 54c0-15 10-24 28-24s28 9 28 24v38c0 5-3 8-8 8H40c-5 0-8-3-8-8z" />
        <path d="M40 72h40v18a4 4 0 0 1-4 4H44a4 4 0 0 1-4-4z" />
        <path d="M40 78h40" />
        <path d="M69 78v5" />
        <rect x="52" y="46" width="16" height="12" rx="2.5" />
        <path d="m54.500 55 3.500-4 2.500 2.500 2-2 3 3.500" />
        <path d="M32 66c-6 2-8 6-8 12v8M88 66c6 2 8 6 8 12v8" />
      </LineDrawing>
    </span>
  )
}

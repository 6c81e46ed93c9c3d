/**
 * The mark: a ridge line in a rounded square, like the leather patch on the bags. Decorative; the name is beside it.
 */
export function LogoMark({ className = 'size-8 shrink-0' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-clay" />
      <rect
        x="3"
        y="3"
        width="26"
        height="26"
        rx="5.500"
        fill="none"
        className="stroke-clay-light"
        strokeWidth="1"
        strokeDasharray="2.200 2"
      />
      <path
        d="m6.500 21.500 6.500-9 4 5.200 2.600-3.100 5.900 6.900"
        fill="none"
        className="stroke-card"
        strokeWidth="2.100"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

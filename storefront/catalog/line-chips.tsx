import { type ProductFilter, STYLES } from './product-filter.ts'

type LineChipsProps = {
  /** Those of the catalog. One line alone is no choice. */
  lines: readonly string[]
  filter: ProductFilter
  onChange: (change: Partial<ProductFilter>) => void
  className: string
}

/** Filters by line and style; a second press removes the filter. */
export function LineChips({ lines, filter, onChange, className }: LineChipsProps) {
  return (
    <fieldset className={`flex-wrap gap-2 ${className}`}>
      <legend className="sr-only">Line and style</legend>
      {(lines.length > 1 ? lines : []).map((line) => (
        <Chip
          key={line}
          label={line}
          pressed={filter.line === line}
          onPress={() => onChange({ line: filter.line === line ? null : line })}
        />
      ))}
      <span aria-hidden className="my-2 border-l border-line" />
      {STYLES.map((style) => (
        <Chip
          key={style}
          label={style}
          pressed={filter.style === style}
          onPress={() => onChange({ style: filter.style === style ? null : style })}
        />
      ))}
    </fieldset>
  )
}

function Chip({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-11 min-w-11 rounded-full border border-line px-3 text-sm font-medium hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-card forced-colors:aria-pressed:border-4"
    >
      {label}
    </button>
  )
}

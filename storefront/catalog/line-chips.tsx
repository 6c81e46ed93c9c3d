import { ToggleButton } from '../ui/toggle-button.tsx'
import { LINES, type ProductFilter, STYLES } from './product-filter.ts'

type LineChipsProps = {
  filter: ProductFilter
  onChange: (change: Partial<ProductFilter>) => void
  className: string
}

/** One line and one style to narrow the list to; pressed again, a chip widens it. */
export function LineChips({ filter, onChange, className }: LineChipsProps) {
  return (
    <fieldset className={`flex-wrap gap-2 ${className}`}>
      <legend className="sr-only">Line and style</legend>
      {LINES.map((line) => (
        <ToggleButton
          key={line}
          label={line}
          pressed={filter.line === line}
          onPress={() => onChange({ line: filter.line === line ? null : line })}
        />
      ))}
      <span aria-hidden className="my-2 border-l border-line" />
      {STYLES.map((style) => (
        <ToggleButton
          key={style}
          label={style}
          pressed={filter.style === style}
          onPress={() => onChange({ style: filter.style === style ? null : style })}
        />
      ))}
    </fieldset>
  )
}

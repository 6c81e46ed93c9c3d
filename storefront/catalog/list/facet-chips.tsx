import { X } from 'lucide'
import type { MouseEvent, ReactNode } from 'react'
import { Photo } from '../../pictures/photo.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { chipClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ColorDot } from '../color-dots.tsx'
import { currentOptions, type Facet, type FacetOption } from './facets.ts'
import { listPath, type ProductFilter } from './product-filter.ts'

/** On small screens the photographs below show the lines; on wide ones fields have the prices. */
const FACET_CLASSES: Readonly<Record<string, string>> = { Line: 'max-lg:order-last', Price: 'lg:hidden' }

type FacetChipsProps = {
  facets: readonly Facet[]
  filter: ProductFilter
  onChange: (change: Partial<ProductFilter>) => void
}

/**
 * The choices that split the list, in a row that small screens swipe. Each is a link to the list that it leaves, and so works
 * without a script; a chosen one is undone by a second press.
 */
export function FacetChips({ facets, filter, onChange }: FacetChipsProps) {
  if (facets.length === 0) return null
  return (
    <nav aria-label="Filters" className="facets">
      {facets.map((facet) => (
        <FacetOptions key={facet.name} facet={facet} filter={filter} onChange={onChange} />
      ))}
    </nav>
  )
}

type FacetOptionsProps = Omit<FacetChipsProps, 'facets'> & { facet: Facet }

function FacetOptions({ facet, filter, onChange }: FacetOptionsProps) {
  const { name } = facet
  return (
    <div className={`flex items-start gap-2 ${FACET_CLASSES[name] ?? ''}`}>
      {/* On small screens the row only has room for its choices. */}
      <span aria-hidden className="min-w-11 shrink-0 text-sm leading-11 text-ink-soft max-lg:hidden">
        {name}
      </span>
      <ul aria-label={name} className="flex gap-2 lg:flex-wrap">
        {currentOptions(facet, filter).map((option) => (
          <li key={option.label}>
            <Chip
              option={option}
              href={listPath({ ...filter, ...option.change })}
              onPress={() => onChange(option.change)}
            >
              {name === 'Color' && <ColorDot color={option.label} />}
              {name === 'Line' && <LinePhoto line={option.label} />}
            </Chip>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** On wide screens: a small photograph of the line, or of one of its products. */
function LinePhoto({ line }: { line: string }) {
  const known = useShop().lines?.find((other) => other.line === line)
  const picture = known?.photo ?? known?.preview ?? null
  if (picture === null) return null
  return (
    <span className="-ml-3 h-10.5 w-18 overflow-hidden rounded-l-full bg-ground max-lg:hidden">
      <Photo
        src={picture.file}
        alt=""
        sizes="6rem"
        width={240}
        height={120}
        className={`size-full ${known?.photo ? 'object-cover object-[80%_40%]' : 'object-contain'}`}
      />
    </span>
  )
}

type ChipProps = { option: FacetOption; href: string; onPress: () => void; children: ReactNode }

function Chip({ option: { label, count, isChosen }, href, onPress, children }: ChipProps) {
  /** Another key opens the link in a new tab. */
  function handleClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onPress()
  }

  return (
    <a
      href={href}
      aria-current={isChosen || undefined}
      onClick={handleClick}
      className={`${chipClass(isChosen)} flex items-center gap-2 whitespace-nowrap`}
    >
      {children}
      <span>{label}</span>
      {isChosen ? (
        <>
          <Icon icon={X} size={16} />
          <span className="sr-only">, selected: click to remove</span>
        </>
      ) : (
        <span className="text-ink-soft tabular-nums">
          {`${count}`}
          <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
        </span>
      )}
    </a>
  )
}

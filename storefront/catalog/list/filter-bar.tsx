import { parseDollars } from '@shop/contract/money'
import { plural } from '@shop/contract/text/plural'
import { LayoutGrid, List, SlidersHorizontal } from 'lucide'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useOnChange, useUnmount } from '../../ui/effects.ts'
import { Icon } from '../../ui/icon.tsx'
import { FacetChips } from './facet-chips.tsx'
import type { Facet } from './facets.ts'
import {
  countActiveFilters,
  formatProductFilter,
  isMinOverMax,
  type ProductFilter,
  parseSort,
  type Sort,
} from './product-filter.ts'

const FIELD_CLASS = 'control min-h-11 px-3 py-0 text-ellipsis'

const SORT_NAMES: Record<Sort, string> = {
  featured: 'Featured',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
  name: 'Name',
}

/** Parameters that the form's own fields send. */
const OF_FIELDS: Partial<ProductFilter> = { min_cents: null, max_cents: null, sort: 'featured', sold_out: true }

type ChangeFilter = (change: Partial<ProductFilter>) => void
type FilterBarProps = {
  facets: readonly Facet[]
  filter: ProductFilter
  /** How many products the filter leaves; `null` while they are not known. */
  count: number | null
  onChange: ChangeFilter
  heading: ReactNode
}

/** The list's heading, chips and view, and a slim bar with prices, order and sold-out switch, folded on phones. */
export function FilterBar({ facets, filter, count, onChange, heading }: FilterBarProps) {
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  // What is wrong with a filter is shown beside its field, so the field has to be visible.
  const open = unfolded || isMinOverMax(filter)
  const active = countActiveFilters(filter)

  /** Fields that are open because they were wrong stay open while they are corrected. */
  function handlePrice(change: Partial<ProductFilter>): void {
    setUnfolded(true)
    onChange(change)
  }

  function handleShow(): void {
    setUnfolded(false)
    button.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 lg:gap-x-5 xl-plus:items-start xl-plus:gap-y-2">
        {heading}
        <button
          ref={button}
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setUnfolded(!open)}
          className="ml-auto inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 font-medium lg:hidden"
        >
          <Icon icon={SlidersHorizontal} size={18} />
          <span className="max-md:sr-only">Filter and sort</span>
          {active > 0 && ` · ${active}`}
        </button>
        {/* Without a script it is sent as a form. */}
        <form
          id={id}
          action="/shop"
          onSubmit={(event) => event.preventDefault()}
          className={`filters ${open ? 'grid' : 'hidden'} order-last mt-2 w-full gap-x-4 gap-y-4 border-y border-line py-3 sm:grid-cols-2 lg:flex lg:flex-wrap lg:items-start lg:py-2 xl-plus:order-none xl-plus:m-0 xl-plus:w-auto xl-plus:border-0 xl-plus:p-0`}
        >
          <PriceRange filter={filter} onChange={handlePrice} />
          <Labelled label="Sort by">
            <select
              name="sort"
              value={filter.sort}
              onChange={(event) => onChange({ sort: parseSort(event.target.value) })}
              className={`${FIELD_CLASS} pr-10 lg:w-auto forced-colors:pr-3.5`}
            >
              {Object.entries(SORT_NAMES).map(([sort, name]) => (
                <option key={sort} value={sort}>
                  {name}
                </option>
              ))}
            </select>
          </Labelled>
          <SoldOutSwitch checked={filter.sold_out} onChange={(sold_out) => onChange({ sold_out })} />
          <Button className="sm:col-span-2 lg:hidden" onClick={handleShow}>
            {count === null ? 'Show products' : `Show ${count} ${plural(count, 'product')}`}
          </Button>
          {[...formatProductFilter({ ...filter, ...OF_FIELDS })].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <noscript>
            <button type="submit" className={buttonClass('outline')}>
              Filter
            </button>
          </noscript>
        </form>
        <ViewSwitch view={filter.view} onChange={onChange} />
      </div>
      <FacetChips facets={facets} filter={filter} onChange={onChange} />
    </>
  )
}

function PriceRange({ filter, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const hintId = useId()
  const [unreadable, setUnreadable] = useState({ min: false, max: false })
  const crossed = isMinOverMax(filter)
  const wrong = crossed || unreadable.min || unreadable.max

  function handleCommit(end: 'min' | 'max', text: string): void {
    const cents = parseDollars(text)
    setUnreadable((now) => ({ ...now, [end]: writtenPrice(text) === null }))
    onChange(end === 'min' ? { min_cents: cents } : { max_cents: cents })
  }

  return (
    <fieldset>
      <legend className="sr-only">Price in dollars</legend>
      <div className="flex items-start gap-2">
        <Labelled label="Minimum price">
          <PriceField
            hintId={hintId}
            value={dollarsText(filter.min_cents)}
            name="min"
            placeholder="$0"
            invalid={crossed || unreadable.min}
            onCommit={(text) => handleCommit('min', text)}
          />
        </Labelled>
        <Labelled label="Maximum price">
          <PriceField
            hintId={hintId}
            value={dollarsText(filter.max_cents)}
            name="max"
            placeholder="Any"
            invalid={crossed || unreadable.max}
            onCommit={(text) => handleCommit('max', text)}
          />
        </Labelled>
      </div>
      <p id={hintId} role="status" className={wrong ? 'mt-1 text-sm text-brick lg:max-w-50' : 'sr-only'}>
        {crossed && 'The minimum price is above the maximum.'}
        {!crossed && wrong && 'Please enter an amount in dollars, such as 45.'}
      </p>
    </fieldset>
  )
}

function dollarsText(cents: number | null): string {
  return cents === null ? '' : String(cents / 100)
}

/** A typed price as the URL has it; `null` when it is no amount. */
function writtenPrice(text: string): string | null {
  const cents = parseDollars(text)
  return cents === null && text.trim() !== '' ? null : dollarsText(cents)
}

type PriceFieldProps = {
  hintId: string
  name: string
  value: string
  placeholder: string
  invalid: boolean
  onCommit: (text: string) => void
}

/** Milliseconds after the last key until a price is in the URL. */
const COMMIT_DELAY_MS = 180

/**
 * A price that is written to the URL a moment after typing, and follows the URL when it changes elsewhere. While the
 * field has the focus its text is the visitor's, since the URL is always a little late.
 */
function PriceField({ value, hintId, invalid, onCommit, ...rest }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useOnChange(value, () => {
    if (document.activeElement !== input.current) setDraft(value)
  })

  useUnmount(() => clearTimeout(timer.current))

  function handleChange(text: string): void {
    setDraft(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(text), COMMIT_DELAY_MS)
  }

  function commit(text: string): void {
    clearTimeout(timer.current)
    timer.current = undefined
    onCommit(text)
  }

  /** A readable price is tidied; any other text stays to be corrected. */
  function handleBlur(): void {
    const waiting = timer.current !== undefined
    if (waiting) commit(draft)
    const tidy = writtenPrice(draft)
    if (tidy !== null) setDraft(waiting ? tidy : value)
  }

  return (
    <input
      {...rest}
      ref={input}
      type="text"
      inputMode="decimal"
      value={draft}
      maxLength={100}
      aria-invalid={invalid || undefined}
      aria-describedby={hintId}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={handleBlur}
      className={`${FIELD_CLASS} w-full lg:w-20`}
    />
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="min-w-0 flex-1 lg:flex lg:flex-none lg:items-center lg:gap-2">
      <span className="block text-sm text-ink-soft max-lg:mb-1">{label}</span>
      {children}
    </label>
  )
}

function SoldOutSwitch({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="relative flex min-h-11 cursor-pointer items-center gap-3 self-end lg:self-start">
      {/* It lies over what is seen, so a press anywhere on it presses the checkbox. */}
      <input
        type="checkbox"
        name="soldOut"
        value="1"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 z-1 m-0 cursor-pointer opacity-0"
      />
      {/* In a form's address the first value counts, which a box that is not checked leaves to this one. */}
      <input type="hidden" name="soldOut" value="0" />
      <span
        aria-hidden
        className="switch relative h-6 w-11 shrink-0 rounded-full bg-line-strong transition-colors peer-checked:bg-moss peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-clay"
      />
      Include sold-out items
    </label>
  )
}

function ViewSwitch({ view, onChange }: { view: ProductFilter['view']; onChange: ChangeFilter }) {
  const options = [
    { value: 'grid', name: 'Grid view', icon: LayoutGrid },
    { value: 'list', name: 'List view', icon: List },
  ] as const
  return (
    <fieldset className="flex lg:ml-auto">
      <legend className="sr-only">View</legend>
      {options.map(({ value, name, icon }) => (
        <button
          key={value}
          type="button"
          aria-label={name}
          aria-pressed={view === value}
          onClick={() => onChange({ view: value })}
          className="grid size-11 place-items-center rounded-md text-ink-soft hover:text-clay aria-pressed:bg-ground aria-pressed:text-ink forced-colors:aria-pressed:border-2 forced-colors:aria-pressed:border-[Highlight]"
        >
          <Icon icon={icon} size={20} />
        </button>
      ))}
    </fieldset>
  )
}

import { plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useApi } from '../../data/api.tsx'
import { useOpenDialog } from '../../links/dialog-link.tsx'
import { ShopLink } from '../../links/shop-link.tsx'
import { SmallPhoto } from '../../pictures/photo.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { productsQuery } from '../catalog.queries.ts'
import { Price } from '../price.tsx'
import { firstPhoto, productPath } from '../product.ts'
import { linePath } from './product-filter.ts'
import { type PageSuggestion, type Suggestions, suggest } from './suggest.ts'

/** A single letter says too little. */
const FEWEST_LETTERS = 2

const OPTION_CLASS =
  'flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left -outline-offset-2 outline-clay hover:bg-ground aria-selected:bg-ground aria-selected:outline-2'

export type SearchSuggestionsProps = {
  /** Of the list; its options have it in front of theirs. */
  id: string
  text: string
  /** The id of the option that the keyboard has reached. */
  active: string | null
  listRef: (list: HTMLElement | null) => void
  onChosen: () => void
}

/**
 * The list of the search's combobox: products, lines and pages for what is typed, and all that the search would find. Focus stays
 * in the field. Without the list of products it has pages.
 */
export function SearchSuggestions({ id, text, active, listRef, onChosen }: SearchSuggestionsProps) {
  const { data } = useQuery(productsQuery(useApi()))
  const { lines: purposes } = useShop()
  const words = useDeferredValue(text.trim())
  const suggestions = useMemo(() => {
    if (words.length < FEWEST_LETTERS) return null
    // Of a list that was cut the rest is on its way.
    const { products, lines } = data?.complete ? data : NOTHING_KNOWN
    return suggest(products, lines, purposes ?? [], words)
  }, [data, purposes, words])
  const count = suggestions === null ? 0 : countOptions(suggestions)
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${count} ${plural(count, 'suggestion')}`}
      </p>
      {suggestions !== null && count > 0 && (
        <div
          ref={listRef}
          id={id}
          role="listbox"
          aria-label="Suggestions"
          // The field keeps its focus.
          onMouseDown={(event) => event.preventDefault()}
          className="rise absolute inset-x-0 top-full z-10 mt-1 max-h-[calc(100dvh-9rem)] overflow-y-auto overscroll-contain rounded-md border border-line bg-card py-2 shadow-lift lg:left-auto lg:w-96"
        >
          <Options id={id} suggestions={suggestions} words={words} active={active} onChosen={onChosen} />
        </div>
      )}
    </>
  )
}

const NOTHING_KNOWN = { products: [], lines: [] }

function countOptions({ products, lines, pages }: Suggestions): number {
  return products.length + lines.length + pages.length + (products.length > 0 ? 1 : 0)
}

type OptionsProps = Pick<SearchSuggestionsProps, 'id' | 'active' | 'onChosen'> & {
  suggestions: Suggestions
  words: string
}

function Options({ id, suggestions: { products, lines, pages, total }, words, active, onChosen }: OptionsProps) {
  const option = (key: string) => ({
    id: `${id}-${key}`,
    role: 'option',
    'aria-selected': active === `${id}-${key}`,
    tabIndex: -1,
    className: OPTION_CLASS,
    onClick: onChosen,
  })
  return (
    <>
      <Group name="Products">
        {products.map(({ product_id, product_name, price_cents, regular_price_cents, pictures }) => (
          <ShopLink key={product_id} to={productPath(product_id)} {...option(`product-${product_id}`)}>
            <SmallPhoto src={firstPhoto(pictures)?.src ?? null} alt="" name={product_name} size={44} />
            <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
              <span className="leading-snug wrap-anywhere">{product_name}</span>
              <span className="tabular-nums">
                <Price price={price_cents} regular={regular_price_cents} />
              </span>
            </span>
          </ShopLink>
        ))}
        {products.length > 0 && (
          <ShopLink to={`/shop?${new URLSearchParams({ q: words })}`} {...option('all')}>
            <span className="font-medium text-clay">
              See {total === 1 ? 'it' : `all ${total} products`} in the shop
            </span>
          </ShopLink>
        )}
      </Group>
      <Group name="Lines">
        {lines.map((line) => (
          <ShopLink key={line} to={linePath(line)} {...option(`line-${line}`)}>
            {line}
          </ShopLink>
        ))}
      </Group>
      <Group name="Pages">
        {pages.map((page) => (
          <PageOption key={page.label} page={page} {...option(`page-${page.label}`)} />
        ))}
      </Group>
    </>
  )
}

type PageOptionProps = {
  page: PageSuggestion
  onClick: () => void
  id: string
  className: string
  'aria-selected': boolean
}

function PageOption({ page, onClick, ...rest }: PageOptionProps) {
  const openDialog = useOpenDialog()
  if ('to' in page) {
    return (
      <ShopLink to={page.to} onClick={onClick} {...rest}>
        {page.label}
      </ShopLink>
    )
  }
  return (
    <button
      {...rest}
      type="button"
      role="option"
      onClick={() => {
        onClick()
        openDialog(page.dialog, {})
      }}
    >
      {page.label}
    </button>
  )
}

function Group({ name, children }: { name: string; children: ReactNode[] }) {
  if (children.flat().every((child) => child === false)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
    <div
      role="group"
      aria-label={name}
      className="not-first:mt-2 not-first:border-t not-first:border-line not-first:pt-2"
    >
      <p aria-hidden className="px-3 pb-1 text-sm text-ink-soft">
        {name}
      </p>
      {children}
    </div>
  )
}

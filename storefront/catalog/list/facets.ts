import type { ListedProduct } from '@shop/contract/catalog/calls'
import { formatMoney } from '@shop/contract/money'
import { isSameStyle, sharedStyles } from '../product.ts'
import { linesOf } from '../product-groups.ts'
import { CAPACITY_BANDS, listPath, type ProductFilter } from './product-filter.ts'
import { isSelected } from './select-products.ts'

/** One choice of a facet; `change` chooses it. */
export type FacetOption = { label: string; count: number; isChosen: boolean; change: Partial<ProductFilter> }

/** Choices of one kind, such as colors; `none` undoes the one that is chosen. */
export type Facet = { name: string; none: Partial<ProductFilter>; options: FacetOption[] }

/** Where the server stores the facets of a list that it cuts. */
export const FACETS_KEY = ['facets'] as const

type Candidate = { label: string; isChosen: boolean; chosen: Partial<ProductFilter> }

/** Further values of a facet are left out. */
const MOST_OPTIONS = 8

/**
 * The choices that split a list, each with the number of products that it leaves beside the other filters. `found` are the
 * products of the search.
 */
export function findFacets(found: readonly ListedProduct[], filter: ProductFilter): Facet[] {
  const count = (change: Partial<ProductFilter>) =>
    found.filter((product) => isSelected(product, { ...filter, ...change })).length
  return FACET_KINDS.flatMap(({ name, none, candidates }) => {
    const rest = found.filter((product) => isSelected(product, { ...filter, ...none }))
    const options = candidates(rest, filter, found)
      .filter(({ isChosen }, index) => index < MOST_OPTIONS || isChosen)
      .map(({ label, isChosen, chosen }) => ({
        label,
        isChosen,
        count: count(chosen),
        change: chosen,
      }))
      .filter((option) => option.isChosen || (option.count > 0 && option.count < rest.length))
    return options.length === 0 ? [] : [{ name, none, options }]
  })
}

/**
 * The options of a facet for the filter as it is now; the change of the chosen one undoes it. They belong to the list, which is
 * rendered later than the controls.
 */
export function currentOptions(facet: Facet, filter: ProductFilter): FacetOption[] {
  const chosen = findChosen(facet, filter)
  return facet.options.map((option) => {
    const isChosen = option === chosen
    return { ...option, isChosen, change: isChosen ? facet.none : option.change }
  })
}

function findChosen({ none, options }: Facet, filter: ProductFilter): FacetOption | undefined {
  const path = listPath(filter)
  const isMade = (change: Partial<ProductFilter>) => listPath({ ...filter, ...change }) === path
  if (isMade(none)) return undefined
  return options.find(({ change }) => isMade(change)) ?? options.find(({ isChosen }) => isChosen)
}

type Kind = {
  name: string
  /** The filter without a choice of this kind. */
  none: Partial<ProductFilter>
  /** The values of products that the other filters leave, the chosen one among them; `found` are all. */
  candidates: (
    products: readonly ListedProduct[],
    filter: ProductFilter,
    found: readonly ListedProduct[],
  ) => Candidate[]
}

const FACET_KINDS: readonly Kind[] = [
  {
    name: 'Line',
    none: { line: null },
    candidates: (products, { line }) =>
      withChosen(linesOf(products), line).map((value) => ({
        label: value,
        isChosen: value === line,
        chosen: { line: value },
      })),
  },
  {
    name: 'Color',
    none: { color: null },
    candidates: (products, { color }) =>
      withChosen(distinct(products.flatMap((product) => product.color ?? [])), color, isSameStyle).map((value) => ({
        label: value,
        isChosen: isSameStyle(value, color),
        chosen: { color: value },
      })),
  },
  {
    name: 'Style',
    none: { style: null },
    candidates: (_products, { style }, found) =>
      withChosen(sharedStyles(found), style, isSameStyle).map((value) => ({
        label: value,
        isChosen: isSameStyle(value, style),
        chosen: { style: value },
      })),
  },
  {
    name: 'Laptop size',
    none: { laptop: null },
    candidates: (products, { laptop }) =>
      withChosen(distinct(products.flatMap((product) => product.laptop_inches ?? [])), laptop)
        .sort((one, other) => one - other)
        .map((value) => ({
          label: `${value}″ laptop`,
          isChosen: value === laptop,
          chosen: { laptop: value },
        })),
  },
  {
    name: 'Price',
    none: { max_cents: null },
    candidates: (products, { max_cents }) =>
      withChosen(priceSteps(products), max_cents)
        .sort((one, other) => one - other)
        .map((value) => ({
          label: `Up to ${formatMoney(value).replace(/\.00$/, '')}`,
          isChosen: value === max_cents,
          chosen: { max_cents: value },
        })),
  },
  {
    name: 'Capacity',
    none: { capacity: null },
    candidates: (_products, { capacity }) =>
      CAPACITY_BANDS.map(({ key, label }) => ({
        label,
        isChosen: key === capacity,
        chosen: { capacity: key },
      })),
  },
]

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)]
}

/** The values with the chosen one, which may be of no product. */
function withChosen<Value>(
  values: readonly Value[],
  chosen: Value | null,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Value[] {
  return chosen === null || values.some((value) => isSame(value, chosen)) ? [...values] : [...values, chosen]
}

/** Round prices in cents. */
const PRICE_STEPS_CENTS = [25, 50, 100, 200, 400, 1000].map((dollars) => dollars * 100)

/** The round prices that divide the products into parts that are not too uneven. */
function priceSteps(products: readonly ListedProduct[]): number[] {
  return PRICE_STEPS_CENTS.filter((step) => {
    const part = products.filter(({ price_cents }) => price_cents !== null && price_cents <= step).length
    return part > products.length * 0.2 && part < products.length * 0.9
  })
}

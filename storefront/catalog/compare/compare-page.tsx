import type { Product } from '@shop/contract/catalog/calls'
import { plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide'
import type { FormEvent, ReactNode } from 'react'
import { useApi } from '../../data/api.tsx'
import { ButtonLink, ShopLink } from '../../links/shop-link.tsx'
import { Photo } from '../../pictures/photo.tsx'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { focusHeading, PageTitle } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { productQuery, productsQuery } from '../catalog.queries.ts'
import { Price, StockLabel } from '../price.tsx'
import { firstPhoto, productPath } from '../product.ts'
import { factsOf } from '../product-facts.tsx'
import { COMPARED_PRODUCTS, comparePath, parseCompareIds } from './compare-ids.ts'

/** Up to three products side by side; the URL has their ids, so it can be shared. */
export function ComparePage() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const { ids, left } = parseCompareIds(new URLSearchParams(search))
  // A query each: `useQueries` would add 1.2 KB to this page.
  const results = [useProduct(ids[0]), useProduct(ids[1]), useProduct(ids[2])].slice(0, ids.length)
  const products = results.flatMap(({ data }) => (data?.kind === 'found' ? [data.product] : []))
  const failed = results.filter(({ data, isError }) => isError && data === undefined)
  // Also those that are still being loaded.
  const compared = ids.filter((_, index) => (results[index]?.data?.kind ?? 'found') === 'found')
  const unknown = ids.length - compared.length
  const waiting = results.some(({ isPending }) => isPending)
  const isEmpty = products.length === 0 && !waiting && failed.length === 0
  const addForm = compared.length < COMPARED_PRODUCTS && <AddProduct compared={compared} onAdd={handleAdd} />
  const shopLink = (
    <ButtonLink to="/shop" variant="outline">
      See all products
    </ButtonLink>
  )

  function change(next: readonly string[]): void {
    navigate(comparePath(next), { replace: true, state, preventScrollReset: true })
  }

  /** The pressed button is removed with its product. */
  function handleRemove(id: string): void {
    change(compared.filter((other) => other !== id))
    focusHeading()
  }

  function handleAdd(id: string): void {
    change([...compared, id])
    // The form moves from the empty page to the table; with three products it is removed.
    if (compared.length === 0 || compared.length + 1 === COMPARED_PRODUCTS) focusHeading()
  }

  return (
    <div className="shell pt-8 sm:pt-12">
      <PageMeta title="Compare" indexed={false} />
      <PageTitle>Compare</PageTitle>
      <div role="status" className="mt-2 text-ink-soft">
        {waiting && <p>Loading product details...</p>}
        {unknown > 0 && <p>{plural(unknown, 'One product', `${unknown} products`)} in this link could not be found.</p>}
        {left > 0 && <p>You can compare up to three products. We left out the others in this link.</p>}
      </div>
      {failed.length > 0 && (
        <Alert
          role="alert"
          className="mt-4"
          action={
            <TryAgain
              variant="outline"
              busy={failed.some(({ isFetching }) => isFetching)}
              onRetry={() => {
                for (const { refetch } of failed) void refetch()
              }}
            />
          }
        >
          Failed to load product details
        </Alert>
      )}
      {isEmpty ? (
        <EmptyState title="Nothing to compare yet">
          <p>Choose up to three products.</p>
          <div className="flex w-full justify-center">{addForm}</div>
          {shopLink}
        </EmptyState>
      ) : (
        <>
          <div className="mt-8 mb-10 grid gap-y-8 md:grid-cols-3">
            {products.length > 0 && <CompareTable products={products} onRemove={handleRemove} />}
            {addForm}
          </div>
          {shopLink}
        </>
      )}
    </div>
  )
}

/** A product of the address; without an id nothing is requested. */
function useProduct(id = '') {
  return useQuery({ ...productQuery(useApi(), id), enabled: id !== '' })
}

/** The columns of the page that the table takes; a free one has the form. */
const TABLE_SPANS = ['', 'md:col-span-1', 'md:col-span-2', 'md:col-span-3'] as const

/** The least width of a column, so text of twice the size keeps its words: the table is then scrolled sideways. */
const COLUMN_REM = 6

/** A group of rows for each fact, with its name above the values, so three columns fit on a phone. */
function CompareTable({ products, onRemove }: { products: readonly Product[]; onRemove: (id: string) => void }) {
  const facts = products.map((product) => new Map(product.details === null ? [] : factsOf(product.details, '')))
  const names = ['Capacity', 'Weight', 'Laptop', 'Dimensions', 'Materials'].filter((name) =>
    facts.some((known) => known.has(name)),
  )
  return (
    // The padding leaves room for focus rings.
    <div className={`-mx-1.5 -mt-2 overflow-x-auto px-1.5 pt-2 ${TABLE_SPANS[products.length]}`}>
      <table
        className="w-full table-fixed text-sm wrap-anywhere md:text-base"
        style={{ minWidth: `${products.length * COLUMN_REM}rem` }}
      >
        <caption className="sr-only">Products side by side</caption>
        <thead className="text-left align-top">
          <tr>
            {products.map((product) => (
              <th key={product.product_id} scope="col" className="pr-3 pb-5 font-normal md:pr-8">
                <ProductHead product={product} onRemove={onRemove} />
              </th>
            ))}
          </tr>
        </thead>
        <FactRow name="Price" products={products}>
          {(product) => <Price price={product.price_cents} regular={product.regular_price_cents} />}
        </FactRow>
        <FactRow name="Stock" products={products}>
          {(product) => <StockLabel stock={product.stock_quantity} />}
        </FactRow>
        {names.map((name) => (
          <FactRow key={name} name={name} products={products}>
            {(_, index) => facts[index]?.get(name) ?? 'N/A'}
          </FactRow>
        ))}
      </table>
    </div>
  )
}

/** Picture and name, which lead to the product, and the button that removes it in the picture's corner. */
function ProductHead({ product, onRemove }: { product: Product; onRemove: (id: string) => void }) {
  const photo = firstPhoto(product.pictures)
  return (
    <div className="relative max-w-40 md:max-w-80">
      <ShopLink to={productPath(product.product_id)} className="group block rounded-md">
        <span className="block aspect-square overflow-hidden rounded-md bg-ground">
          <Photo
            src={photo?.src ?? null}
            alt=""
            name={product.product_name}
            sizes="(min-width: 48rem) min(28vw, 20rem), 10rem"
            width={640}
          />
        </span>
        <span className="mt-3 block min-h-11 font-medium group-hover:text-clay">{product.product_name}</span>
      </ShopLink>
      <button
        type="button"
        aria-label={`Remove ${product.product_name}`}
        onClick={() => onRemove(product.product_id)}
        className="absolute top-0 right-0 flex size-11 justify-end rounded-md p-1.5 text-ink-soft hover:text-clay"
      >
        {/* On a ground of its own: some bags reach into the corner. */}
        <span className="grid size-7 place-items-center rounded-full bg-card">
          <Icon icon={X} size={18} />
        </span>
      </button>
    </div>
  )
}

type FactRowProps = {
  name: string
  products: readonly Product[]
  children: (product: Product, index: number) => ReactNode
}

function FactRow({ name, products, children }: FactRowProps) {
  return (
    <tbody className="border-t border-line align-top tabular-nums">
      <tr>
        <th scope="rowgroup" colSpan={products.length} className="pt-3 text-left text-sm font-normal text-ink-soft">
          {name}
        </th>
      </tr>
      <tr>
        {products.map((product, index) => (
          <td key={product.product_id} className="pr-3 pb-3 font-medium md:pr-8">
            {children(product, index)}
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/**
 * Those of the list that are not compared yet. A button adds the choice, since arrow keys change a list at each press.
 * Its place is kept until the list of products has come; without the list only the table is shown.
 */
function AddProduct({ compared, onAdd }: { compared: readonly string[]; onAdd: (id: string) => void }) {
  const { data, isError } = useQuery(productsQuery(useApi()))
  const others = data?.products.filter(({ product_id }) => !compared.includes(product_id)) ?? []
  if (others.length === 0 && (data !== undefined || isError)) return null

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onAdd(String(new FormData(event.currentTarget).get('product')))
  }

  return (
    <form
      onSubmit={handleSubmit}
      className={`grid w-full max-w-md min-w-0 gap-3 self-start rounded-md border border-dashed border-line-strong p-4 text-left sm:p-6 ${data === undefined ? 'invisible' : ''}`}
    >
      <label className="font-medium text-ink">
        Add a product
        <select name="product" required className="control mt-2 font-normal">
          <option value="">Choose one</option>
          {others.map(({ product_id, product_name }) => (
            <option key={product_id} value={product_id}>
              {product_name}
            </option>
          ))}
        </select>
      </label>
      <Button variant="outline" type="submit" className="min-h-12">
        Add
      </Button>
    </form>
  )
}

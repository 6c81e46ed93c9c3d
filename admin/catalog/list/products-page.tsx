import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { type ListedAdminProduct, PRODUCT_STATUSES } from '@shop/contract/catalog/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../app/query-client.ts'
import { useListAddress } from '../../app/use-list-address.ts'
import { PagedList } from '../../ui/list/list.tsx'
import { Hint, Page } from '../../ui/page.tsx'
import { formatLocalTime } from '../../ui/time.ts'
import { type ProductFilter, productsQuery, useLines } from '../catalog.queries.ts'
import { plannedQuery } from '../planned/planned.queries.ts'
import { parseStatus, STATUS_LABELS } from '../product-values.ts'
import { StockField } from '../stock.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import classes from './products-page.module.css'

const STOCK_OPTIONS = [
  { value: 'low', label: 'Few left' },
  { value: 'out', label: 'Sold out' },
] as const

export { ProductsPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchInfiniteQuery(productsQuery(filterOf(new URL(request.url).searchParams)))

function filterOf(search: URLSearchParams): ProductFilter {
  const [text, status] = [search.get('search')?.trim() ?? '', parseStatus(search.get('status'))]
  const line = search.get('line')
  const stock = STOCK_OPTIONS.find(({ value }) => value === search.get('stock'))?.value
  return {
    ...(text === '' ? {} : { search: text }),
    ...(status === null ? {} : { status }),
    ...(line === null || line === '' ? {} : { line }),
    ...(stock === undefined ? {} : { stock }),
  }
}

function ProductsPage() {
  const [search] = useSearchParams()
  const filter = filterOf(search)
  return (
    <Page title="Products" actions={<Actions />}>
      <Filters />
      <ProductList key={JSON.stringify(filter)} filter={filter} />
    </Page>
  )
}

function Actions() {
  return (
    <Group gap="xs">
      <Button component={Link} to="/several" variant="default">
        Bulk edit
      </Button>
      <Button component={Link} to="/products/order" variant="default">
        Sort
      </Button>
      <Button component={Link} to="/lines" variant="default">
        Lines and colors
      </Button>
      <Button component={Link} to="/products/waiting" variant="default">
        Waitlist
      </Button>
      <Button component={Link} to="/products/line-sheet" variant="default">
        Line sheet
      </Button>
      <Button component={Link} to="/products/new" leftSection={<Plus aria-hidden size={18} />}>
        New product
      </Button>
    </Group>
  )
}

function Filters() {
  const { params, set, setLater, fieldKey } = useListAddress()
  const lines = useLines()
  return (
    <search className={classes.filters}>
      <TextInput
        aria-label="Search products"
        placeholder="Name, number or address"
        type="search"
        maxLength={200}
        leftSection={<Search aria-hidden size={18} />}
        key={fieldKey}
        defaultValue={params.get('search') ?? ''}
        onChange={({ currentTarget }) => setLater({ search: currentTarget.value })}
        className={classes.search ?? ''}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        data={PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
        value={params.get('status')}
        onChange={(value) => set({ status: value })}
      />
      <Select
        aria-label="Line"
        placeholder="Any line"
        clearable
        data={lines}
        value={params.get('line')}
        onChange={(value) => set({ line: value })}
      />
      <Select
        aria-label="Stock"
        placeholder="Any stock"
        clearable
        data={STOCK_OPTIONS}
        value={params.get('stock')}
        onChange={(value) => set({ stock: value })}
        className={classes.stock ?? ''}
      />
    </search>
  )
}

function ProductList({ filter }: { filter: ProductFilter }) {
  const planned = useNextPlanned()
  return (
    <PagedList
      query={useInfiniteQuery(productsQuery(filter))}
      rowsOf={({ products }) => products}
      loading="Loading products"
      empty={Object.keys(filter).length > 0 ? 'No products match.' : 'No products yet.'}
      label="Products"
      keyOf={({ product_id }) => product_id}
      estimatedHeight={96}
    >
      {(product) => <ProductRow product={product} plannedFor={planned.get(product.product_id)} />}
    </PagedList>
  )
}

/** When the next planned change of each product is made, in words; none until that is known. */
function useNextPlanned(): ReadonlyMap<string, string> {
  const { data } = useQuery(plannedQuery)
  const made = (data?.planned ?? []).filter(({ problem }) => problem === null)
  // The next one is the first of the list.
  return new Map([...made].reverse().map(({ product_id, local }) => [product_id, formatLocalTime(local)]))
}

type ProductRowProps = { product: ListedAdminProduct; plannedFor?: string | undefined }

/** A product in the list, which leads to its page; its stock is set here. */
export function ProductRow({ product, plannedFor }: ProductRowProps) {
  const { product_id, product_name, line, price_cents, price_today_cents, status, image_url } = product
  return (
    <div className={classes.row}>
      <Link to={`/products/${product_id}`} className={classes.link ?? ''}>
        <Thumbnail imageUrl={image_url} width={64} height={64} className={classes.picture} />
        <span className={classes.name}>
          <Text span fw={600} lineClamp={2}>
            {product_name}
          </Text>
          <Hint span>
            {line} · {product_id}
          </Hint>
          {plannedFor !== undefined && <Hint span>Changes on {plannedFor}</Hint>}
        </span>
        <span className={classes.price}>
          <Text span fw={600}>
            {formatAdminMoney(price_today_cents)}
          </Text>
          {price_today_cents < price_cents && (
            <Hint span td="line-through">
              {formatAdminMoney(price_cents)}
            </Hint>
          )}
        </span>
      </Link>
      <div className={classes.state}>
        <StockField product={product} />
        {status !== 'published' && (
          <Badge color="ink" variant="outline">
            {STATUS_LABELS[status]}
          </Badge>
        )}
      </div>
    </div>
  )
}

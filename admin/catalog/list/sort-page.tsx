import { Select, Text } from '@mantine/core'
import type { ListedAdminProduct } from '@shop/contract/catalog/admin'
import { adminProductOrder, MAX_MOVES, type ProductMove } from '@shop/contract/catalog/sort-products'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { pagesQuery } from '../../app/query-client.ts'
import { SortableList } from '../../ui/list/sortable-list.tsx'
import { BackLink, Hint, Page, QuietButton } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { PRODUCTS_KEY, useLines } from '../catalog.queries.ts'
import { STATUS_LABELS } from '../product-values.ts'
import { Thumbnail } from '../thumbnail.tsx'
import { OrderBar } from './order-bar.tsx'
import classes from './sort-page.module.css'

export { OrderPage as Component }

const orderQuery = (line: string | null) =>
  pagesQuery([...PRODUCTS_KEY, 'order', line], (after, signal) =>
    call(adminProductOrder.listProductOrder, { query: { ...(line === null ? {} : { line }), after } }, signal),
  )

/** Products in the order of the shop, which is changed here: of all of them, or of a line. */
function OrderPage() {
  const [search, setSearch] = useSearchParams()
  const line = search.get('line')
  const lines = useLines()
  const query = useInfiniteQuery(orderQuery(line))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const { rows, move, isChanged, bar } = useOrderEdit(line, query.data?.pages ?? [])
  return (
    <Page title="Sort products">
      <BackLink to="/products">All products</BackLink>
      <Text mb="sm">
        The shop shows products in this order, line by line. Each line appears where its first product is.
      </Text>
      <Select
        label="Which products"
        mb="md"
        maw="20rem"
        disabled={isChanged}
        description={isChanged ? 'Save or discard the order first.' : undefined}
        placeholder="All products"
        clearable
        data={lines}
        value={line}
        onChange={(value) => setSearch(value === null ? {} : { line: value }, { replace: true })}
      />
      <Loaded query={query} label="Loading the product order">
        {() => (
          <>
            {rows.length === 0 ? (
              <EmptyState text="No products here." />
            ) : (
              <SortableList
                label="Products in order"
                rows={rows}
                keyOf={({ product_id }) => product_id}
                nameOf={({ product_name }) => product_name}
                onMove={move}
              >
                {(product) => <OrderedProduct product={product} />}
              </SortableList>
            )}
            {hasNextPage && (
              <QuietButton mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Show more
              </QuietButton>
            )}
            {bar}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Moves that are not saved, and the list that they were made of. */
type Edit = { line: string | null; seen: string; moves: readonly ProductMove[] }

/** The rows with the moves that are not saved, and the bar that saves them at once. */
function useOrderEdit(line: string | null, pages: readonly { products: ListedAdminProduct[]; order: string }[]) {
  const order = pages[0]?.order ?? ''
  const [kept, setEdit] = useState<Edit | null>(null)
  const [isSaved, setSaved] = useState(false)
  // The moves are shown until the list has the order that they made.
  const edit = kept?.line === line && !(isSaved && kept.seen !== order) ? kept : null
  if (edit === null && kept !== null) {
    setEdit(null)
    setSaved(false)
  }
  const save = useChange(adminProductOrder.reorderProducts, {
    done: 'Order saved. Shoppers see it within a second',
    refreshes: [PRODUCTS_KEY],
    // Without an audit entry the shop had that order already.
    onDone: ({ audit_id }) => (audit_id === null ? setEdit(null) : setSaved(true)),
    showsError: true,
  })
  const moves = edit?.moves ?? []
  const isFull = moves.length >= MAX_MOVES
  const isChanged = edit !== null && !isSaved
  const listed = pages.flatMap(({ products }) => products)
  const rows = applyMoves(listed, moves)
  const move = (from: number, to: number) => {
    const [product, other] = [rows[from], rows[to]]
    const isOnItsWay = save.isPending && edit !== null
    if (product === undefined || other === undefined || isOnItsWay || isSaved || isFull) return
    const side = to < from ? ('before' as const) : ('after' as const)
    const made = { product_id: product.product_id, side, other: other.product_id }
    setEdit({ line, seen: edit?.seen ?? order, moves: withMove(moves, made) })
  }
  const isSame = rows.every((row, place) => row === listed[place])
  const bar = isChanged && (
    <OrderBar
      hint="Not saved yet"
      isSame={isSame}
      save={save}
      full={isFull ? 'That’s as many moves as you can save at once.' : undefined}
      onDiscard={() => setEdit(null)}
      onSave={() => save.change({ body: { order: edit.seen, moves: [...edit.moves] } })}
    />
  )
  return { rows, move, isChanged, bar }
}

/** A product that is moved twice in a row has moved once. */
export function withMove(moves: readonly ProductMove[], made: ProductMove): ProductMove[] {
  const isSame = moves.at(-1)?.product_id === made.product_id
  return [...(isSame ? moves.slice(0, -1) : moves), made]
}

/** The rows as they are after moves; one of a row that is not there yet is left out. */
export function applyMoves<Row extends { product_id: string }>(
  rows: readonly Row[],
  moves: readonly ProductMove[],
): Row[] {
  const moved = [...rows]
  for (const { product_id, side, other } of moves) {
    const from = moved.findIndex((row) => row.product_id === product_id)
    const row = moved[from]
    if (row === undefined || moved.every((one) => one.product_id !== other)) continue
    moved.splice(from, 1)
    moved.splice(moved.findIndex((one) => one.product_id === other) + Number(side === 'after'), 0, row)
  }
  return moved
}

function OrderedProduct({ product }: { product: ListedAdminProduct }) {
  const { product_id, product_name, line, status, image_url } = product
  return (
    <div className={classes.product}>
      <Thumbnail imageUrl={image_url} draggable={false} className={classes.picture} />
      <div className={classes.name}>
        <Text fw={600} lineClamp={2}>
          {product_name}
        </Text>
        <Hint>
          {[line, product_id, ...(status === 'published' ? [] : [STATUS_LABELS[status]])]
            .filter((part) => part !== '')
            .join(' · ')}
        </Hint>
      </div>
    </div>
  )
}

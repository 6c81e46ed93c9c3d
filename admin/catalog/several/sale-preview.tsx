import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { changeSaleEndpoint, type Sale, type SaleChange } from '@shop/contract/admin/sales'
import { useState } from 'react'
import { useChange } from '../../app/use-change.ts'
import { formatCount, formatDollars } from '../../ui/format.ts'
import { LongList } from '../../ui/list.tsx'
import { EmptyState, FailureLine } from '../../ui/states.tsx'
import { formatDay } from '../../ui/time.ts'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { confirmLargeChange } from './confirm-large-change.ts'
import classes from './several.module.css'

type PreviewProps = {
  sale: Sale | null
  changes: readonly SaleChange[]
  onDone: () => void
  /** Somebody changed one of the products meanwhile. */
  onStale: () => void
}

/** Old and new price of each product, those that are chosen, and the button that makes the change. */
export function SalePreview({ sale, changes, onDone, onStale }: PreviewProps) {
  const possible = changes.filter(({ problem }) => problem === null)
  const [chosen, setChosen] = useState(() => new Set(possible.map(({ product_id }) => product_id)))
  const products = possible.filter(({ product_id }) => chosen.has(product_id))
  const [one, label] =
    sale === null
      ? [`The sale of ${formatCount(products.length, 'product')} ended`, 'End the sale of']
      : [`${formatCount(products.length, 'product')} put on sale`, 'Put on sale:']
  const { change, isPending, failure, conflict } = useChange(changeSaleEndpoint, {
    done: one,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  if (changes.length === 0) {
    return <EmptyState text={sale === null ? 'No such product has a sale.' : 'No price would change by this.'} />
  }
  const large = products.filter((row) => row.large).length
  const send = () => {
    const wanted = products.map(({ product_id, version }) => ({ product_id, version }))
    change({ body: { sale, products: wanted, large_price_changes: large > 0 } })
  }
  const toggle = (id: string) =>
    setChosen((present) => {
      const next = new Set(present)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const all = products.length === possible.length
  return (
    <>
      <div className={classes.bar}>
        <Checkbox
          label={`${products.length} of ${formatCount(possible.length, 'product')} chosen`}
          checked={all && possible.length > 0}
          indeterminate={!all && products.length > 0}
          onChange={() => setChosen(new Set(all ? [] : possible.map(({ product_id }) => product_id)))}
        />
        <Group gap="sm">
          {conflict !== null && (
            <Button variant="default" onClick={onStale}>
              Show the prices again
            </Button>
          )}
          <Button
            loading={isPending}
            disabled={products.length === 0}
            onClick={large > 0 ? () => confirmLargeChange(large, 'Change the prices', send) : send}
          >
            {label} {formatCount(products.length, 'product')}
          </Button>
        </Group>
        <FailureLine text={failure} />
      </div>
      <LongList
        label="Old and new prices"
        rows={changes}
        keyOf={({ product_id }) => product_id}
        estimatedHeight={72}
        more={null}
        isLoadingMore={false}
      >
        {(row) => <SaleRow row={row} isChosen={chosen.has(row.product_id)} onToggle={() => toggle(row.product_id)} />}
      </LongList>
    </>
  )
}

type RowProps = { row: SaleChange; isChosen: boolean; onToggle: () => void }

function SaleRow({ row, isChosen, onToggle }: RowProps) {
  const { product_id, product_name, price, before, after, problem, large } = row
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        <Checkbox
          disabled={problem !== null}
          checked={isChosen}
          onChange={onToggle}
          label={product_name}
          description={product_id}
        />
        {large && <Badge color="amber">More than half</Badge>}
      </span>
      <span className={classes.values}>
        {problem === null ? (
          <>
            <span>
              {formatDollars(before?.price ?? price)} → <b>{formatDollars(after?.price ?? price)}</b>
            </span>
            <Text span c="dimmed" fz="sm">
              {after === null ? 'The sale ends' : describeDays(after)}
            </Text>
            {before !== null && after !== null && (
              <Text span c="dimmed" fz="sm">
                Now: {describeDays(before)}
              </Text>
            )}
          </>
        ) : (
          <span className={classes.problem}>{problem}</span>
        )}
      </span>
    </div>
  )
}

/** From when to when a sale is on: `Nov 27, 2026 to Nov 30, 2026`. */
export function describeDays({ from, until }: { from: string | null; until: string | null }): string {
  if (from === null) return until === null ? 'Until you end it' : `Until ${formatDay(until)}`
  return until === null ? `From ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(until)}`
}

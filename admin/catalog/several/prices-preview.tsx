import { Badge, Button, Group, Text } from '@mantine/core'
import { changePricesEndpoint, type PriceChange } from '@shop/contract/admin/several-products'
import { useChange } from '../../app/use-change.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { messageOf } from '../../ui/error-state.tsx'
import { FailureLine } from '../../ui/failure-line.tsx'
import { formatCount, formatDollars } from '../../ui/format-amount.ts'
import { LongList } from '../../ui/long-list.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { confirmLargeChange } from './confirm-large-change.ts'
import classes from './several.module.css'

type PreviewProps = {
  percent: number
  changes: readonly PriceChange[]
  onDone: () => void
  /** Somebody changed one of the products meanwhile. */
  onStale: () => void
}

/** Old and new price of each product, and the button that makes the change. */
export function PricesPreview({ percent, changes, onDone, onStale }: PreviewProps) {
  const { change, isPending, error, conflict } = useChange(changePricesEndpoint, {
    done: `${formatCount(changes.length, 'price')} changed`,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  if (changes.length === 0) return <EmptyState text="No price would change by this." />
  const large = changes.filter((row) => row.large).length
  const send = () => {
    const products = changes.map(({ product_id, version }) => ({ product_id, version }))
    change({ body: { percent, products, large_price_changes: large > 0 } })
  }
  const confirmAndSend = () => confirmLargeChange(large, 'Change the prices', send)
  return (
    <>
      <div className={classes.bar}>
        <Text>
          {formatCount(changes.length, 'product')}, {percent > 0 ? `${percent} % more` : `${-percent} % less`}
        </Text>
        <Group gap="sm">
          {conflict !== null && (
            <Button variant="default" onClick={onStale}>
              Show the prices again
            </Button>
          )}
          <Button loading={isPending} onClick={large > 0 ? confirmAndSend : send}>
            Change {formatCount(changes.length, 'price')}
          </Button>
        </Group>
        <FailureLine text={error === null ? null : messageOf(error)} />
      </div>
      <LongList
        label="Old and new prices"
        rows={changes}
        keyOf={({ product_id }) => product_id}
        estimatedHeight={64}
        more={null}
        isLoadingMore={false}
      >
        {(row) => <PriceRow row={row} />}
      </LongList>
    </>
  )
}

function PriceRow({
  row: { product_id, product_name, before, after, sale_before, sale_after, large },
}: {
  row: PriceChange
}) {
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        {product_name}
        <Text span c="dimmed" fz="sm">
          {product_id}
        </Text>
        {large && <Badge color="amber">More than half</Badge>}
      </span>
      <span className={classes.values}>
        <span>
          {formatDollars(before)} → <b>{formatDollars(after)}</b>
        </span>
        {sale_before !== null && (
          <Text span c="dimmed" fz="sm">
            Sale: {formatDollars(sale_before)} → {sale_after === null ? 'ends' : formatDollars(sale_after)}
          </Text>
        )}
      </span>
    </div>
  )
}

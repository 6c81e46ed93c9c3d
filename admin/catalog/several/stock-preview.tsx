import { Button, Group, Text, TextInput } from '@mantine/core'
import { STOCK_NOTE_LENGTH } from '@shop/contract/admin/catalog'
import { type StockRow, setStockEndpoint } from '@shop/contract/admin/several-products'
import { useState } from 'react'
import { useChange } from '../../app/use-change.ts'
import type { SentDraft } from '../../app/use-draft.ts'
import { messageOf } from '../../ui/error-state.tsx'
import { FailureLine } from '../../ui/failure-line.tsx'
import { formatCount } from '../../ui/format-amount.ts'
import { LongList } from '../../ui/long-list.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import classes from './several.module.css'

type PreviewProps = {
  rows: readonly StockRow[]
  /** The table that the rows are from. */
  draft: SentDraft
  /** Somebody changed one of the stocks meanwhile. */
  onStale: () => void
}

/** Old and new stock of each row, those that are wrong first, and the button that makes the change. */
export function StockPreview({ rows, draft, onStale }: PreviewProps) {
  const [note, setNote] = useState('')
  const wrong = rows.filter(({ problem }) => problem !== null)
  const changed = rows.filter(({ problem, before, after }) => problem === null && before !== after)
  const same = rows.length - wrong.length - changed.length
  const { change, isPending, error, conflict } = useChange(setStockEndpoint, {
    done: `${formatCount(changed.length, 'stock')} set`,
    refreshes: [PRODUCTS_KEY],
    draft,
    showsError: true,
  })
  const send = () => {
    const products = changed.flatMap(({ product_id, before, after }) =>
      product_id === null ? [] : [{ product_id, seen: before, stock: after }],
    )
    change({ body: { products, note: note.trim() } })
  }
  return (
    <>
      <div className={classes.bar}>
        <Text role="status">
          {wrong.length > 0
            ? `${formatCount(wrong.length, 'row')} cannot be taken. Please correct ${wrong.length === 1 ? 'it' : 'them'} above, or take ${wrong.length === 1 ? 'it' : 'them'} out.`
            : `${formatCount(changed.length, 'stock')} will change${same === 0 ? '' : `, ${same} stay as they are`}.`}
        </Text>
        <Group gap="sm" align="end">
          <TextInput
            label="What for (optional)"
            maxLength={STOCK_NOTE_LENGTH}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {conflict !== null && (
            <Button variant="default" onClick={onStale}>
              Show the stocks again
            </Button>
          )}
          <Button loading={isPending} disabled={wrong.length > 0 || changed.length === 0} onClick={send}>
            Set {formatCount(changed.length, 'stock')}
          </Button>
        </Group>
        <FailureLine text={error === null ? null : messageOf(error)} />
      </div>
      <LongList
        label="Old and new stocks"
        rows={[...wrong, ...changed]}
        keyOf={({ row }) => row}
        estimatedHeight={56}
        more={null}
        isLoadingMore={false}
      >
        {(row) => <Row row={row} />}
      </LongList>
    </>
  )
}

function Row({ row: { row, product_name, before, after, problem } }: { row: StockRow }) {
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        {product_name === '' ? 'No product' : product_name}
        <Text span c="dimmed" fz="sm">
          row {row}
        </Text>
      </span>
      <span className={classes.values}>
        {problem === null ? (
          <span>
            {before} → <b>{after}</b>
          </span>
        ) : (
          <span className={classes.problem}>{problem}</span>
        )}
      </span>
    </div>
  )
}

import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { STOCK_NOTE_LENGTH } from '@shop/contract/admin/catalog'
import { previewStockEndpoint, type StockRow, setStockEndpoint } from '@shop/contract/admin/several-products'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useChange } from '../../app/use-change.ts'
import { type SentDraft, useDraft } from '../../app/use-draft.ts'
import { linesHigh, usePlainCall } from '../../ui/form.ts'
import { formatCount } from '../../ui/format.ts'
import { LongList } from '../../ui/list.tsx'
import { Section } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import classes from './several.module.css'

/** Stocks from a pasted table: old and new for each row first, and then all of them as one change. */
export function StockTab() {
  const { text, setText, draft } = useDraft('stock-table')
  const [shown, setShown] = useState<string | null>(null)
  const lines = readStockTable(text)
  const { press, isPending, failure, result } = usePlainCall(
    (rows: StockLine[]) => call(previewStockEndpoint, { body: { rows } }),
    () => setShown(text),
  )
  return (
    <>
      <Section title="Set stocks from a spreadsheet">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (!isPending && lines.length > 0) press(lines)
          }}
        >
          <Textarea
            label="Pasted rows"
            description="A row each: number, address or whole name of the product, and how many there are."
            placeholder={'101\t12\n102\t0'}
            styles={{ input: linesHigh(5, 16) }}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Group mt="md" gap="sm">
            <Button type="submit" variant="default" loading={isPending} disabled={lines.length === 0}>
              Show old and new stocks
            </Button>
            <Text c="dimmed" fz="sm">
              Nothing changes before you have seen each row.
            </Text>
          </Group>
          <FailureLine text={failure} />
        </form>
      </Section>
      {result !== undefined && shown === text && text !== '' && (
        <StockPreview rows={result.rows} draft={draft} onStale={() => press(lines)} />
      )}
    </>
  )
}

type PreviewProps = {
  rows: readonly StockRow[]
  /** The table that the rows are from. */
  draft: SentDraft
  /** Somebody changed one of the stocks meanwhile. */
  onStale: () => void
}

/** Old and new stock of each row, those that are wrong first, and the button that makes the change. */
function StockPreview({ rows, draft, onStale }: PreviewProps) {
  const [note, setNote] = useState('')
  const wrong = rows.filter(({ problem }) => problem !== null)
  const changed = rows.filter(({ problem, before, after }) => problem === null && before !== after)
  const same = rows.length - wrong.length - changed.length
  const { change, isPending, failure, conflict } = useChange(setStockEndpoint, {
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
        <FailureLine text={failure} />
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

/** A row of a pasted table: its number there, what names the product, and the text of its stock. */
export type StockLine = { row: number; product: string; stock: string }

const PRODUCT_NAMES = ['product_id', 'id', 'slug', 'sku', 'product', 'product_name', 'name']
const STOCK_NAMES = ['stock', 'stock_quantity', 'quantity', 'count', 'pieces', 'in stock']

/**
 * The rows of a table that was copied from a spreadsheet: cells separated by tabs, semicolons or commas. A header
 * names the columns; without one the first cell is the product, and the last one its stock. Rows are counted as the
 * spreadsheet does, header and blank ones included.
 */
export function readStockTable(text: string): StockLine[] {
  const separator = ['\t', ';'].find((sign) => text.includes(sign)) ?? ','
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ row: index + 1, cells: cellsOf(line, separator), isBlank: line.trim() === '' }))
    .filter(({ isBlank }) => !isBlank)
  const header = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const [product, stock] = [find(header, PRODUCT_NAMES), find(header, STOCK_NAMES)]
  if (product !== -1 && stock !== -1) {
    return rows.slice(1).map(({ row, cells }) => ({ row, product: cells[product] ?? '', stock: cells[stock] ?? '' }))
  }
  return rows.map(({ row, cells }) => ({
    row,
    product: cells[0] ?? '',
    stock: cells.length < 2 ? '' : (cells.at(-1) ?? ''),
  }))
}

/** The first of the names that the header has; -1 for none. */
function find(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((cell) => names.includes(cell))
}

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}

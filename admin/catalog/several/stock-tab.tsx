import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { adminSeveralProducts, type StockRow } from '@shop/contract/catalog/several-products'
import { STOCK_NOTE_LENGTH } from '@shop/contract/catalog/stock'
import { formatCount, plural } from '@shop/contract/text/plural'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useChange } from '../../app/changes/use-change.ts'
import { type SentDraft, useDraft } from '../../app/use-draft.ts'
import { Form, linesHigh, typed, usePlainCall } from '../../ui/form.tsx'
import { Hint, Section } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { ChangeList, ChangeRow, FromTo, Problem } from './change-list.tsx'

/** Stocks from a pasted table: old and new for each row first, and then all of them as one change. */
export function StockTab() {
  const { text, setText, draft } = useDraft('stock-table')
  const [shown, setShown] = useState<string | null>(null)
  const { press, isPending, failure, result } = usePlainCall(
    (pasted: string) => call(adminSeveralProducts.previewStock, { body: { text: pasted } }),
    () => setShown(text),
  )
  const isEmpty = text.trim() === ''
  return (
    <>
      <Section title="Set stock from a spreadsheet">
        <Form onSubmit={() => !isPending && !isEmpty && press(text)}>
          <Textarea
            label="Pasted rows"
            description="One row for each product: its number, address or full name, and how many there are."
            placeholder={'101\t12\n102\t0'}
            styles={{ input: linesHigh(5, 16) }}
            {...typed(text, setText)}
          />
          <Group mt="md" gap="sm">
            <Button type="submit" variant="default" loading={isPending} disabled={isEmpty}>
              Show old and new stock
            </Button>
            <Hint>You’ll see each row before anything changes.</Hint>
          </Group>
          <FailureLine text={failure} />
        </Form>
      </Section>
      {result !== undefined && shown === text && text !== '' && (
        <StockPreview rows={result.rows} draft={draft} onStale={() => press(text)} />
      )}
    </>
  )
}

type PreviewProps = {
  rows: readonly StockRow[]
  /** The table that the rows are from. */
  draft: SentDraft
  onStale: () => void
}

/** Old and new stock of each row, those that are wrong first, and the button that makes the change. */
function StockPreview({ rows, draft, onStale }: PreviewProps) {
  const [note, setNote] = useState('')
  const wrong = rows.filter(({ problem }) => problem !== null)
  const changed = rows.filter(({ problem, before, after }) => problem === null && before !== after)
  const same = rows.length - wrong.length - changed.length
  const sending = useChange(adminSeveralProducts.setStock, {
    done: `${formatCount(changed.length, 'stock level')} set`,
    refreshes: [PRODUCTS_KEY],
    draft,
    showsError: true,
  })
  const send = () => {
    const products = changed.flatMap(({ product_id, before, after }) =>
      product_id === null ? [] : [{ product_id, seen: before, stock: after }],
    )
    sending.change({ body: { products, note: note.trim() } })
  }
  const them = plural(wrong.length, 'it', 'them')
  return (
    <ChangeList
      summary={
        <Text role="status">
          {wrong.length > 0
            ? `${formatCount(wrong.length, 'row')} can’t be used. Please correct ${them} above, or remove ${them}.`
            : `${formatCount(changed.length, 'stock level')} will change${same === 0 ? '' : `, ${same} stay as they are`}.`}
        </Text>
      }
      fields={<TextInput label="Reason (optional)" maxLength={STOCK_NOTE_LENGTH} {...typed(note, setNote)} />}
      action={{
        label: `Set ${formatCount(changed.length, 'stock level')}`,
        isDisabled: wrong.length > 0 || changed.length === 0,
        onPress: send,
      }}
      sending={sending}
      again={{ label: 'Show the stock again', onPress: onStale }}
      label="Old and new stock"
      rows={[...wrong, ...changed]}
      keyOf={({ row }) => row}
      estimatedHeight={56}
    >
      {({ row, product_name, before, after, problem }) => (
        <ChangeRow name={product_name === '' ? 'No product' : product_name} id={`row ${row}`}>
          {problem === null ? <FromTo before={before} after={after} /> : <Problem text={problem} />}
        </ChangeRow>
      )}
    </ChangeList>
  )
}

import { Button, Group, Text, Textarea } from '@mantine/core'
import { previewStockEndpoint } from '@shop/contract/admin/several-products'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useDraft } from '../../app/use-draft.ts'
import { FailureLine } from '../../ui/failure-line.tsx'
import { linesHigh } from '../../ui/lines-high.ts'
import { Section } from '../../ui/section.tsx'
import { usePlainCall } from '../../ui/use-plain-call.ts'
import { readStockTable, type StockLine } from './read-stock-table.ts'
import { StockPreview } from './stock-preview.tsx'

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

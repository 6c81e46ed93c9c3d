import { Button, NativeSelect, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  type ImportPreview,
} from '@shop/contract/admin/orders-import'
import { useState } from 'react'
import { Section } from '../ui/section.tsx'
import { FIELD_LABELS, isMissing, SHOWN_FIELDS } from './import-labels.ts'

const NOT_THERE = ''

/** Which column of the spreadsheet holds what; fields that it lacks and may lack are shown on request. */
export function ColumnsSection({
  preview,
  onChange,
}: {
  preview: ImportPreview
  onChange: (columns: ImportColumns) => void
}) {
  const { columns } = preview
  const [showsAll, { open }] = useDisclosure(false)
  // A field that is given up stays where it is.
  const [atFirst] = useState(columns)
  const isShown = (field: ImportField) =>
    showsAll || SHOWN_FIELDS.includes(field) || field in atFirst || field in columns
  const shown = IMPORT_FIELDS.filter(isShown)
  const others = IMPORT_FIELDS.length - shown.length
  const choose = (field: ImportField, value: string) => {
    const { [field]: _, ...rest } = columns
    onChange(value === NOT_THERE ? rest : { ...rest, [field]: Number(value) })
  }
  return (
    <Section title="Which column is what?">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {shown.map((field) => (
          <ColumnSelect key={field} field={field} preview={preview} onChoose={(value) => choose(field, value)} />
        ))}
      </SimpleGrid>
      {others > 0 && (
        <Button variant="default" mt="md" onClick={open}>
          Show {others} more fields
        </Button>
      )}
    </Section>
  )
}

function ColumnSelect({
  field,
  preview,
  onChoose,
}: {
  field: ImportField
  preview: ImportPreview
  onChoose: (value: string) => void
}) {
  const column = preview.columns[field]
  const options = preview.headers.map((header, index) => ({
    value: String(index),
    label: header === '' ? `Column ${index + 1}` : header,
  }))
  return (
    <NativeSelect
      size="md"
      label={FIELD_LABELS[field]}
      description={column === undefined ? ' ' : sampleOf(preview, column)}
      error={isMissing(field, preview.columns) ? 'Please choose a column' : undefined}
      value={column === undefined ? NOT_THERE : String(column)}
      data={[{ value: NOT_THERE, label: 'Not in the spreadsheet' }, ...options]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

/** What the first rows hold, each once: `79.50, 124.00`, at most 60 characters. */
function sampleOf({ samples }: ImportPreview, column: number): string {
  const cells = new Set(samples.map((row) => row[column] ?? '').filter((cell) => cell !== ''))
  const text = [...cells].join(', ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text || 'Empty in the first rows'
}

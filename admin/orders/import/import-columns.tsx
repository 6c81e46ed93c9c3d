import { Button, NativeSelect, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportColumns,
  type ImportField,
  type ImportPreview,
} from '@shop/contract/orders/import'
import { useState } from 'react'
import { typed } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'

const NOT_THERE = ''

type ColumnsSectionProps = { preview: ImportPreview; onChange: (columns: ImportColumns) => void }

/** Which column of the spreadsheet holds what; fields that it lacks and may lack are shown on request. */
export function ColumnsSection({ preview, onChange }: ColumnsSectionProps) {
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
    <Section title="Match the columns">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {shown.map((field) => (
          <ColumnSelect key={field} field={field} preview={preview} onChoose={(value) => choose(field, value)} />
        ))}
      </SimpleGrid>
      {others > 0 && (
        <Button variant="default" mt="md" onClick={open}>
          {`Show ${others} more fields`}
        </Button>
      )}
    </Section>
  )
}

type ColumnSelectProps = { field: ImportField; preview: ImportPreview; onChoose: (value: string) => void }

function ColumnSelect({ field, preview, onChoose }: ColumnSelectProps) {
  const column = preview.columns[field]
  const options = preview.headers.map((header, index) => ({
    value: String(index),
    label: header === '' ? `Column ${index + 1}` : header,
  }))
  return (
    <NativeSelect
      label={IMPORT_LABELS[field]}
      description={column === undefined ? '\u00a0' : sampleOf(preview, column)}
      error={isMissing(field, preview.columns) ? 'Please choose a column' : undefined}
      data={[{ value: NOT_THERE, label: 'No column' }, ...options]}
      {...typed(column === undefined ? NOT_THERE : String(column), onChoose)}
    />
  )
}

/** The values in the first rows, each once: `79.50, 124.00`, at most 60 characters. */
function sampleOf({ samples }: ImportPreview, column: number): string {
  const cells = new Set(samples.map((row) => row[column] ?? '').filter((cell) => cell !== ''))
  const text = [...cells].join(', ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text || 'Empty in the first rows'
}

/** Fields that every row needs, and instead of first and last name both together. */
const REQUIRED_FIELDS: readonly ImportField[] = [
  'order_id',
  'order_date',
  'first_name',
  'last_name',
  'product_name',
  'price',
  'quantity',
]
const NAME_FIELDS: readonly ImportField[] = ['first_name', 'last_name']

/** Whether a column has to be chosen for a field. */
function isMissing(field: ImportField, columns: ImportColumns): boolean {
  if (columns[field] !== undefined || !REQUIRED_FIELDS.includes(field)) return false
  return !(NAME_FIELDS.includes(field) && columns.full_name !== undefined)
}

/** Fields that are shown even where the spreadsheet has no column that is called so. */
const SHOWN_FIELDS: readonly ImportField[] = [
  ...REQUIRED_FIELDS,
  'full_name',
  'email',
  'product_id',
  'delivery_address',
]

/** The beginning of a message that goes on from the name of its field. */
const VERB_START = /^(is|isn’t|has|must|adds|can|needs) /

/**
 * For example `Row 3: unit price must be dollars such as 79 or 79.50`, or `Row 3, unit price: "abc" isn’t a number`. What is
 * wrong with a column stands at row 1.
 */
export function problemText({ row, field, message }: { row: number; field: string; message: string }): string {
  const known = IMPORT_FIELDS.find((name) => name === field)
  const label = known === undefined ? field : IMPORT_LABELS[known]
  const goesOn = VERB_START.test(message)
  if (label === '') return `Row ${row}: ${message}`
  if (row === 1) return `${label}${goesOn ? '' : ':'} ${message}`
  const name = label.startsWith('ZIP') ? label : label.charAt(0).toLowerCase() + label.slice(1)
  return goesOn ? `Row ${row}: ${name} ${message}` : `Row ${row}, ${name}: ${message}`
}

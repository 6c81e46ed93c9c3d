import { NativeSelect, SimpleGrid } from '@mantine/core'
import {
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  type ImportPreview,
  REQUIRED_IMPORT_FIELDS,
} from '@shop/contract/admin/orders-import'
import { Section } from '../ui/section.tsx'
import { FIELD_LABELS } from './import-labels.ts'

const NOT_THERE = ''

/** Which column of the spreadsheet holds what; each with what its first rows hold. */
export function ColumnsSection({
  preview,
  onChange,
}: {
  preview: ImportPreview
  onChange: (columns: ImportColumns) => void
}) {
  const { headers, columns } = preview
  const choose = (field: ImportField, value: string) => {
    const { [field]: _, ...others } = columns
    onChange(value === NOT_THERE ? others : { ...others, [field]: Number(value) })
  }
  const options = headers.map((header, column) => ({
    value: String(column),
    label: header === '' ? `Column ${column + 1}` : header,
  }))
  return (
    <Section title="Which column is what?">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {IMPORT_FIELDS.map((field) => {
          const isRequired = REQUIRED_IMPORT_FIELDS.includes(field)
          const column = columns[field]
          return (
            <NativeSelect
              key={field}
              size="md"
              label={FIELD_LABELS[field]}
              description={column === undefined ? ' ' : sampleOf(preview, column)}
              error={isRequired && column === undefined ? 'Please choose a column' : undefined}
              value={column === undefined ? NOT_THERE : String(column)}
              data={[{ value: NOT_THERE, label: 'Not in the spreadsheet' }, ...options]}
              onChange={(event) => choose(field, event.currentTarget.value)}
            />
          )
        })}
      </SimpleGrid>
    </Section>
  )
}

/** For example `79.50, 124.00`, at most 60 characters. */
function sampleOf({ samples }: ImportPreview, column: number): string {
  const cells = samples.map((row) => row[column] ?? '').filter((cell) => cell !== '')
  const text = cells.join(', ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text || 'Empty in the first rows'
}

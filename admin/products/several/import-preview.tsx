import { Badge, Button, Group, Text } from '@mantine/core'
import { type ImportPreview, importProductsEndpoint } from '@shop/contract/admin/several-products'
import { useChange } from '../../app/use-change.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { messageOf } from '../../ui/error-state.tsx'
import { FailureLine } from '../../ui/failure-line.tsx'
import { formatCount } from '../../ui/format-amount.ts'
import { LongList } from '../../ui/long-list.tsx'
import { PRODUCTS_KEY } from '../products.queries.ts'
import { confirmLargeChange } from './confirm-large-change.ts'
import { describeField } from './describe-field.ts'
import classes from './several.module.css'

type PreviewProps = {
  preview: ImportPreview
  sheet: { csv: string; stock: boolean }
  onDone: () => void
  /** The shop has changed since the preview. */
  onStale: () => void
}

/** What the file would change, or what is wrong with it row by row. */
export function ImportPreviewSection({ preview, sheet, onDone, onStale }: PreviewProps) {
  const { added, changed, errors } = preview
  if (errors.length > 0) return <Errors errors={errors} />
  if (added.length + changed.length === 0) {
    return <EmptyState text="The file says the same as the shop, so nothing would change." />
  }
  const rows = [...added.map((product) => ({ ...product, fields: null })), ...changed]
  return (
    <>
      <ImportBar preview={preview} sheet={sheet} onDone={onDone} onStale={onStale} />
      <LongList
        label="What the file changes"
        rows={rows}
        keyOf={({ key }) => key}
        estimatedHeight={80}
        more={null}
        isLoadingMore={false}
      >
        {(row) => <Row row={row} isLarge={preview.large_price_changes.includes(row.key)} />}
      </LongList>
    </>
  )
}

function ImportBar({ preview: { added, changed, large_price_changes: large }, sheet, onDone, onStale }: PreviewProps) {
  const parts = [
    ...(added.length === 0 ? [] : [formatCount(added.length, 'new product')]),
    ...(changed.length === 0 ? [] : [formatCount(changed.length, 'changed product')]),
  ].join(', ')
  const { change, isPending, error, conflict } = useChange(importProductsEndpoint, {
    done: `Imported: ${parts}`,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  const send = () => change({ body: { ...sheet, large_price_changes: large.length > 0 } })
  const confirmAndSend = () => confirmLargeChange(large.length, 'Import the file', send)
  return (
    <div className={classes.bar}>
      <Text role="status">{parts}</Text>
      <Group gap="sm">
        {conflict !== null && (
          <Button variant="default" onClick={onStale}>
            Compare again
          </Button>
        )}
        <Button loading={isPending} onClick={large.length > 0 ? confirmAndSend : send}>
          Import the file
        </Button>
      </Group>
      <FailureLine text={error === null ? null : messageOf(error)} />
    </div>
  )
}

type ChangedFields = ImportPreview['changed'][number]['fields']

function Row({
  row: { key, name, fields },
  isLarge,
}: {
  row: { key: string; name: string; fields: ChangedFields | null }
  isLarge: boolean
}) {
  return (
    <div className={classes.row}>
      <span className={classes.name}>
        {name}
        <Text span c="dimmed" fz="sm">
          {key}
        </Text>
        {fields === null && <Badge color="moss">New</Badge>}
        {isLarge && <Badge color="amber">Price: more than half</Badge>}
      </span>
      {fields !== null && (
        <ul className={classes.fields}>
          {fields.map((change) => (
            <li key={change.field}>{describeField(change)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Errors({ errors }: Pick<ImportPreview, 'errors'>) {
  return (
    <>
      <div className={classes.bar}>
        <Text role="alert" className={classes.problem ?? ''}>
          Nothing can be imported: please correct {formatCount(errors.length, 'cell')} in the file and choose it again.
        </Text>
      </div>
      <LongList
        label="What is wrong in the file"
        rows={errors}
        keyOf={({ row, field, message }) => `${row} ${field} ${message}`}
        estimatedHeight={56}
        more={null}
        isLoadingMore={false}
      >
        {({ row, field, message }) => (
          <div className={classes.row}>
            <span className={classes.name}>
              Row {row}, {field}
            </span>
            <span className={classes.problem}>{message}</span>
          </div>
        )}
      </LongList>
    </>
  )
}

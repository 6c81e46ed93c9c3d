import { Badge, Text } from '@mantine/core'
import { EDITED_FIELDS } from '@shop/contract/catalog/admin'
import { plainText } from '@shop/contract/catalog/description'
import { adminSeveralProducts, type ImportPreview } from '@shop/contract/catalog/several-products'
import { isAmount } from '@shop/contract/http/fields'
import { groupBy } from '@shop/contract/http/older-browsers'
import { formatAdminMoney, roundToCents } from '@shop/contract/money'
import { formatCount } from '@shop/contract/text/plural'
import { useChange } from '../../app/changes/use-change.ts'
import { capitalize } from '../../ui/format.ts'
import { LongList } from '../../ui/list/list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { ChangeList, ChangeRow } from './change-list.tsx'
import classes from './several.module.css'

type PreviewProps = {
  preview: ImportPreview
  sheet: { csv: string; stock: boolean }
  onDone: () => void
  /** The shop has changed since the preview. */
  onStale: () => void
}

/** The changes that the file would make, or its errors column by column. */
export function ImportPreviewSection({ preview, sheet, onDone, onStale }: PreviewProps) {
  const { added, changed, error_count, large_price_changes: large } = preview
  const parts = [
    ...(added.length === 0 ? [] : [formatCount(added.length, 'new product')]),
    ...(changed.length === 0 ? [] : [formatCount(changed.length, 'changed product')]),
  ].join(', ')
  const sending = useChange(adminSeveralProducts.importProducts, {
    done: `Imported: ${parts}`,
    refreshes: [PRODUCTS_KEY],
    onDone,
    showsError: true,
  })
  if (error_count > 0) return <Errors preview={preview} />
  if (parts === '') return <EmptyState text="The file matches the shop, so nothing would change." />
  return (
    <ChangeList
      summary={<Text role="status">{parts}</Text>}
      action={{
        label: 'Import the file',
        onPress: () => sending.change({ body: { ...sheet, large_price_changes: large.length > 0 } }),
      }}
      large={{ prices: large.length, confirm: 'Import the file' }}
      sending={sending}
      again={{ label: 'Compare again', onPress: onStale }}
      label="What the file changes"
      rows={[...added.map((product) => ({ ...product, fields: null })), ...changed]}
      keyOf={({ key }) => key}
      estimatedHeight={80}
    >
      {({ key, name, fields }) => (
        <ChangeRow
          name={name}
          id={key}
          badge={
            <>
              {fields === null && <Badge color="moss">New</Badge>}
              {large.includes(key) && <Badge color="amber">Price: more than half</Badge>}
            </>
          }
        >
          {fields !== null && (
            <ul className={classes.fields}>
              {fields.map((change) => (
                <li key={change.field}>{describeField(change)}</li>
              ))}
            </ul>
          )}
        </ChangeRow>
      )}
    </ChangeList>
  )
}

/** Problems of a column that are listed; the same mistake is often in all of its cells. */
const MAX_SHOWN = 20

/** Column by column, since that is how the file is corrected. */
function Errors({ preview: { errors, error_count: count } }: Pick<PreviewProps, 'preview'>) {
  const columns = [...groupBy(errors, ({ field }) => field)]
  return (
    <>
      <div className={classes.bar}>
        <Text role="alert" className={classes.problem ?? ''}>
          We can’t import this yet. Please fix {formatCount(count, 'problem')} in the file and choose it again.
        </Text>
      </div>
      <LongList label="What’s wrong in the file" rows={columns} keyOf={([field]) => field} estimatedHeight={80}>
        {([field, list]) => (
          <ChangeRow name={field === '' ? 'The table' : field}>
            <ul className={classes.fields}>
              {list.slice(0, MAX_SHOWN).map(({ row, message }) => (
                <li key={`${row} ${message}`} className={classes.problem}>
                  Row {row}: {message}
                </li>
              ))}
              {list.length > MAX_SHOWN && <li>And {list.length - MAX_SHOWN} more.</li>}
            </ul>
          </ChangeRow>
        )}
      </LongList>
    </>
  )
}

const MAX_LENGTH = 120
const AMOUNT_FIELDS = Object.entries(EDITED_FIELDS).flatMap(([name, field]) => (isAmount(field) ? [name] : []))

/** A changed field as a line: `Price: $79.00 → $84.50`. */
export function describeField({ field, before, after }: ImportPreview['changed'][number]['fields'][number]): string {
  const words = field.replaceAll('_', ' ').replace('.', ' › ')
  const show = (value: unknown) =>
    AMOUNT_FIELDS.includes(field) && typeof value === 'number' ? formatAdminMoney(roundToCents(value)) : textOf(value)
  return `${capitalize(words)}: ${show(before)} → ${show(after)}`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const plain = plainText(text).replaceAll('\n', ' ')
  return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain
}

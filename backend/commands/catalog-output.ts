import { plural } from '@shop/contract/text/plural'
import type { FieldChange, RowChange, RowChanges } from '../catalog/import/catalog-changes.ts'
import type { RowError } from '../catalog/import/catalog-file.ts'
import type { SourceErrors } from '../catalog/import/catalog-source.ts'
import { type CatalogChanges, changesNothing } from '../catalog/import/import-catalog.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'

/** Characters of a changed text that a line shows; a description may have thousands. */
const MAX_SHOWN_LINES = 60

export function changeLines(changes: CatalogChanges): string[] {
  const { products, deliveryOptions, taxRates, lines, quiz, media } = changes
  if (changesNothing(changes)) return ['Nothing to change: the shop already has all of it.']
  return [
    ...rowLines('product', products),
    ...(products.reordered ? ['The products are in a different order.'] : []),
    ...rowLines('delivery option', deliveryOptions),
    ...rowLines('tax rate', taxRates),
    ...rowLines('line', lines),
    ...rowLines('part of the quiz', quiz),
    ...media.added.map((name) => `New picture: ${name}`),
    ...media.replaced.map((name) => `Replaced picture: ${name}`),
    summaryLine(changes),
  ]
}

function rowLines(noun: string, { added, changed, gone }: RowChanges): string[] {
  return [
    ...added.map((row) => `New ${noun}: ${nameOf(row)}`),
    ...changed.flatMap((row) => row.fields.map((field) => fieldLine(noun, row, field))),
    ...gone.map((row) => `Removed ${noun}: ${nameOf(row)}`),
  ]
}

function nameOf({ key, name }: { key: string; name: string }): string {
  return stripControlCharacters(key === name ? key : `${key}, ${name}`)
}

function fieldLine(noun: string, { key }: RowChange, { field, before, after }: FieldChange): string {
  return stripControlCharacters(`Changed ${noun} ${key}, ${field}: ${shorten(before)} → ${shorten(after)}`)
}

function shorten(value: unknown): string {
  if (value === null) return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= MAX_SHOWN_LINES ? text : `${text.slice(0, MAX_SHOWN_LINES)}…`
}

function summaryLine({ products, deliveryOptions, taxRates, lines, quiz, media }: CatalogChanges): string {
  const rows = [products, deliveryOptions, taxRates, lines, quiz]
  const sum = (count: (changes: RowChanges) => number) => rows.reduce((total, changes) => total + count(changes), 0)
  const added = sum((changes) => changes.added.length) + media.added.length
  const changed = sum((changes) => changes.changed.length) + media.replaced.length
  return `${added} added, ${changed} changed, ${sum((changes) => changes.gone.length)} gone.`
}

/** The remedy for prices that change by more than half. */
export function largePriceLines({ products }: CatalogChanges): string[] {
  const { large_price_changes: ids } = products
  if (ids.length === 0) return []
  const those = plural(ids.length, 'a price', `${ids.length} prices`)
  return [
    `This changes ${those} by more than half: product ${ids.join(', ')}.`,
    'If that’s intended, run it again with --yes --large-price-changes.',
  ]
}

export function errorLines({ rows, problems }: SourceErrors): string[] {
  return [
    ...rows.map(rowErrorLine),
    ...problems.map((problem) => `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`),
  ]
}

function rowErrorLine({ row, product_id, field, message }: RowError): string {
  if (row === 0) return `Error: ${message}`
  return `Row ${row}${product_id === null ? '' : ` (product ${product_id})`}, ${field === '' ? 'row' : field}: ${message}`
}

import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { type ChangedFields, fieldsOfSubject, type UndoScope } from '../../admin/audit/undo-change.ts'
import { SEVERAL_PRODUCTS, summary } from './product-states.ts'

export const PRODUCT_SCOPE: UndoScope = {
  subjectsOf: ({ kind, id }) => [
    kind === SEVERAL_PRODUCTS.kind ? { kind: 'product' } : { kind: 'product', id },
    SEVERAL_PRODUCTS,
  ],
  fieldsOf: (entry) =>
    entry.subject.kind === SEVERAL_PRODUCTS.kind ? fieldsOfSeveral(entry.after) : fieldsOfSubject(entry),
}

function fieldsOfSeveral(after: Json): ChangedFields {
  if (!isObject(after)) return new Map()
  const { stock = null } = after
  if (isObject(stock)) return new Map(Object.keys(stock).map((id) => [id, ['stock_quantity']]))
  return new Map(Object.entries(after).map(([id, state]) => [id, fieldsIn(state)]))
}

function fieldsIn(state: Json): string[] | null {
  const summed = summary.safeParse(state)
  if (summed.success) return summed.data.fields
  return isObject(state) ? Object.keys(state) : null
}

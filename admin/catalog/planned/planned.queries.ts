import type { AdminProduct, EditedProduct } from '@shop/contract/catalog/admin'
import {
  adminPlannedChanges,
  PLANNED_FIELDS,
  type PlannedField,
  type PlannedFields,
} from '@shop/contract/catalog/planned-changes'
import { callQuery } from '../../app/query-client.ts'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { describeValue, labelOf, type ProductValues, toEdited, valuesOf } from '../product-values.ts'

export const plannedQuery = callQuery([...PRODUCTS_KEY, 'planned'], adminPlannedChanges.listPlannedChanges, {})

/** The values that a planned change sets, for people: `Price: $59.00; Status: Draft`. */
export function describePlanned(planned: PlannedFields): string {
  const changes = setFields(planned)
  const named = PLANNED_FIELDS.filter((name) => name in changes)
  return named.map((name) => `${labelOf(name)}: ${describeValue(name, changes)}`).join('; ')
}

function setFields(changes: PlannedFields): Partial<Pick<EditedProduct, PlannedField>> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

/** The fields of the form as they will be. */
export function plannedValues(product: AdminProduct, changes: PlannedFields): ProductValues {
  return valuesOf({ ...product, ...setFields(changes) })
}

/** The values to set: those that differ from the product, and those planned before that are unchanged. */
export function toPlanned(values: ProductValues, product: AdminProduct, before: PlannedFields): Partial<EditedProduct> {
  const [wanted, present] = [toEdited(values), toEdited(valuesOf(product))]
  const names = PLANNED_FIELDS.filter(
    (name) => wanted[name] !== present[name] || (name in before && wanted[name] === before[name]),
  )
  return Object.fromEntries(names.map((name) => [name, wanted[name]]))
}

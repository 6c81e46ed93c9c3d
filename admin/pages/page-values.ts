import type { EditedPage } from '@shop/contract/pages/admin'
import {
  allValues,
  changedValues,
  fieldsOf,
  findPageProblems,
  isSameValue,
  type PageName,
  type PageValue,
  type PageValues,
} from '@shop/contract/pages/fields'

/** All that a page says, as its form has it, and the version that this was or goes on from. */
export type Edited = { version: number; values: Readonly<Record<string, PageValue>> }

export function editedOf({ page, values, version }: EditedPage): Edited {
  return { version, values: allValues(page, values) }
}

/** Parses the values after they were saved. */
export function tidy(page: PageName, { version, values }: Edited): Edited {
  return { version, values: allValues(page, changedValues(page, values)) }
}

/** Each field by itself: what no one typed follows what is in the shop. */
export function mergeEdited(base: Edited, value: Edited, present: Edited): Edited {
  const values = Object.entries(value.values).map(([name, typed]): [string, PageValue] => {
    const [before, now] = [base.values[name], present.values[name]]
    return [name, before !== undefined && now !== undefined && isSameValue(typed, before) ? now : typed]
  })
  return { version: Math.max(value.version, present.version), values: Object.fromEntries(values) }
}

/** Errors by field as the backend names it. */
export function findErrors(page: PageName, values: PageValues): Record<string, string> {
  const problems = findPageProblems(page, changedValues(page, values))
  return Object.fromEntries(problems.map(({ field, message }) => [`values.${field}`, message]))
}

/** The fields in which two versions differ, in words. */
export function findDifferences(page: PageName, theirs: PageValues, mine: PageValues) {
  return Object.entries(fieldsOf(page)).flatMap(([name, { part, label }]) => {
    const [their, my] = [theirs[name], mine[name]]
    if (their === undefined || my === undefined || isSameValue(their, my)) return []
    return [{ label: `${part}: ${label}`, theirs: describeValue(their), mine: describeValue(my) }]
  })
}

/** The labels of the fields that differ between a version and the one before it. */
export function labelsChanged(page: PageName, before: PageValues, after: PageValues): string {
  const labels = findDifferences(page, allValues(page, before), allValues(page, after)).map(({ label }) => label)
  return labels.join(', ')
}

function describeValue(value: PageValue): string {
  if (typeof value === 'object') return value.alt === '' ? value.file : `${value.file}: ${value.alt}`
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return value === '' ? 'None' : String(value)
}

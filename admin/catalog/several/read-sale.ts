import type { Sale } from '@shop/contract/admin/sales'
import { MAX_PRICE } from '@shop/contract/catalog'
import { parseDollars } from '../product-values.ts'
import { readPercent } from './read-percent.ts'

/** What is done: less by percent, less by dollars, or the end of a sale. */
export const KINDS = [
  { value: 'percent', label: '% less' },
  { value: 'dollars', label: '$ less' },
  { value: 'end', label: 'End a sale' },
] as const
export type Kind = (typeof KINDS)[number]['value']

type Typed = { amount: string; from: string; until: string }

/** The sale that was typed, `null` for the end of one; or what is wrong, by field. */
export function readSale(
  kind: Kind,
  { amount, from, until }: Typed,
): { sale: Sale | null } | { errors: Partial<Typed> } {
  if (kind === 'end') return { sale: null }
  const reduction = readReduction(kind, amount)
  const isBefore = from !== '' && until !== '' && until < from
  if ('error' in reduction || isBefore) {
    return {
      errors: {
        ...('error' in reduction ? { amount: reduction.error } : {}),
        ...(isBefore ? { until: 'This is before the first day' } : {}),
      },
    }
  }
  return { sale: { reduction, from: from === '' ? null : from, until: until === '' ? null : until } }
}

function readReduction(kind: 'percent' | 'dollars', text: string): Sale['reduction'] | { error: string } {
  if (kind === 'percent') {
    const read = readPercent(text, 'down')
    return 'error' in read ? read : { by: 'percent', percent: -read.percent }
  }
  const dollars = parseDollars(text) ?? 0
  if (dollars === 0 || dollars > MAX_PRICE) return { error: 'Please write dollars such as 15 or 15.50' }
  return { by: 'dollars', dollars }
}

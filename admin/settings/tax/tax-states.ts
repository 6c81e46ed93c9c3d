import { type StateCode, US_STATES } from '@shop/contract/address/us-states'
import { keysOf } from '@shop/contract/http/coercion'
import { type AdminTaxState, isPermit, type StateSales } from '@shop/contract/tax/admin'
import type { Difference } from '../../ui/dialog.tsx'
import { differences } from '../checkout-values.ts'
import { mergeWhole } from '../forms/use-edited.ts'

export const DECISION_LABELS = {
  undecided: 'Not decided',
  collected: 'Collected',
  not_collected: 'Not collected',
} as const
export type Decision = keyof typeof DECISION_LABELS

/** The form values of a state; those typed for a state without the tax stay until they are saved. */
export type StateValues = { state: StateCode; decision: Decision; deliveryTaxed: boolean; permit: string }

/** All states in the order of their names, as the form has them. */
export function stateValues(decided: readonly AdminTaxState[]): StateValues[] {
  const found = new Map(decided.map((one) => [one.state, one]))
  return keysOf(US_STATES).map((state) => {
    const { collected, delivery_taxed = false, permit = '' } = found.get(state) ?? {}
    const decision = collected === undefined ? 'undecided' : collected ? 'collected' : 'not_collected'
    return { state, decision, deliveryTaxed: delivery_taxed, permit }
  })
}

/** For the call: only what was decided. */
export function toTaxStates(values: readonly StateValues[]): AdminTaxState[] {
  return values.flatMap(({ state, decision, deliveryTaxed, permit }) => {
    if (decision === 'undecided') return []
    const collected = decision === 'collected'
    return [{ state, collected, delivery_taxed: collected && deliveryTaxed, permit: collected ? permit.trim() : '' }]
  })
}

/** Each state is decided by itself. */
export function mergeStates(base: StateValues[], value: StateValues[], present: StateValues[]): StateValues[] {
  return value.map((one, index) => mergeWhole(base[index] ?? one, one, present[index] ?? one))
}

/** Errors by state. */
export function stateErrors(values: readonly StateValues[]): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(({ state, permit }) => (isPermit(permit.trim()) ? [] : [[state, 'This isn’t a valid number']])),
  )
}

/** Where mine differs from what is in the shop now. */
export function stateDifferences(theirs: readonly StateValues[], mine: readonly StateValues[]): Difference[] {
  const describe = (values: readonly StateValues[]) =>
    new Map<string, string>(
      toTaxStates(values).map(({ state, collected, delivery_taxed, permit }) => {
        const words = [
          collected ? DECISION_LABELS.collected : DECISION_LABELS.not_collected,
          ...(delivery_taxed ? ['delivery taxed'] : []),
          ...(permit === '' ? [] : [`permit ${permit}`]),
        ]
        return [US_STATES[state], words.join(', ')]
      }),
    )
  return differences(describe(theirs), describe(mine), (name) => name)
}

/** For how many states no one has said whether the tax is collected. */
export function countUndecided(values: readonly StateValues[]): number {
  return values.filter(({ decision }) => decision === 'undecided').length
}

/** Where the tax is collected in a shop that collects it nowhere yet, once what is chosen is saved. */
export function describeCollected(values: readonly StateValues[]): string {
  const chosen = values.flatMap(({ state, decision }) => (decision === 'collected' ? [US_STATES[state]] : []))
  return chosen.length === 0
    ? 'So far you don’t collect it anywhere.'
    : `Once you save, you’ll collect it in ${chosen.join(', ')}.`
}

/** All states that are not decided yet, with no sales tax collected. */
export function decideOthers(values: readonly StateValues[]): StateValues[] {
  return values.map((one) => (one.decision === 'undecided' ? { ...one, decision: 'not_collected' } : one))
}

/** The states that stand above the others: where the tax is collected in the shop, and where it may have to be. */
export function statesOnTop(present: readonly StateValues[], sales: readonly StateSales[]): ReadonlySet<StateCode> {
  return new Set([
    ...present.flatMap(({ state, decision }) => (decision === 'collected' ? [state] : [])),
    ...sales.flatMap(({ state, is_near }) => (is_near ? [state] : [])),
  ])
}

/** Whether what is typed to find a state means this one. */
export function isSearched(state: StateCode, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return US_STATES[state].toLowerCase().includes(wanted) || state.toLowerCase() === wanted
}

import { US_STATES } from '@shop/contract/address/us-states'
import type { AdminDeliveryOption, AdminTaxTable } from '@shop/contract/delivery/admin'
import { DELIVERY_FIELDS } from '@shop/contract/delivery/calls'
import { arrivesTooSoon } from '@shop/contract/delivery/rules'
import { dollars, formatDollars, parseDollars } from '@shop/contract/money'
import { isUnusualTaxRate } from '@shop/contract/tax/calls'
import { plural } from '@shop/contract/text/plural'
import type { Difference } from '../ui/dialog.tsx'
import { capitalize } from '../ui/format.ts'
import { isSame, mergeTexts, mergeWhole } from './forms/use-edited.ts'

export type OptionValues = Record<keyof AdminDeliveryOption, string>

export const STATE_ENTRIES = Object.entries(US_STATES)

/** The tax table as it is typed; percentages by state. */
export type TaxValues = { source: string; published: string; note: string; percents: Record<string, string> }

/** An option in the fields of the form, its cost in dollars. */
export function optionValues({ delivery_cost_cents, estimated_days, ...texts }: AdminDeliveryOption): OptionValues {
  return { ...texts, delivery_cost_cents: formatDollars(delivery_cost_cents), estimated_days: String(estimated_days) }
}

/** Options with the first unused number as id of the new one. */
export function withNewOption(options: readonly OptionValues[]): OptionValues[] {
  const taken = new Set(options.map(({ delivery_type_id }) => delivery_type_id))
  let id = options.length + 1
  while (taken.has(String(id))) id += 1
  const empty = { provider_name: '', delivery_type: '', display_text: '', delivery_cost_cents: '', estimated_days: '' }
  return [...options, { delivery_type_id: String(id), ...empty }]
}

/** The list with the row at `from` moved by one place up or down. */
export function moved<T>(rows: readonly T[], from: number, step: -1 | 1): T[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row !== undefined) next.splice(from + step, 0, row)
  return next
}

const WHOLE_DAYS = /^\d{1,3}$/
/** Days that a text names: `5 business days`. */
const DAYS_IN_TEXT = /(?<!\d)(\d+)( business)? days?\b/g

/** Changes an option's days, and its text where that names them once. */
export function editDays({ display_text: text }: OptionValues, days: string): Partial<OptionValues> {
  if (!WHOLE_DAYS.test(days.trim()) || text.match(DAYS_IN_TEXT)?.length !== 1) return { estimated_days: days }
  const count = Number(days)
  return { estimated_days: days, display_text: text.replace(DAYS_IN_TEXT, `${count}$2 ${plural(count, 'day')}`) }
}

/** A warning about a text that names other days than the option has; `null` without one. */
export function daysWarning({ display_text: text, estimated_days: days }: OptionValues): string | null {
  const named = [...text.matchAll(DAYS_IN_TEXT)].map(([, count]) => Number(count))
  if (!WHOLE_DAYS.test(days.trim()) || named.length === 0 || named.includes(Number(days))) return null
  return `This says ${named.join(' and ')} days. The checkout shows a date that is ${days} business days away.`
}

const MISSING_MESSAGE = 'Please fill this in'

/** A warning about an option that would arrive before the shop has to ship; `null` without one. */
export function soonWarning({ estimated_days: days }: OptionValues, shipDays: number): string | null {
  if (!WHOLE_DAYS.test(days.trim()) || !arrivesTooSoon({ estimated_days: Number(days) }, shipDays)) return null
  return `Orders ship within ${plural(shipDays, '1 business day', `${shipDays} business days`)} (How orders are handled), so this needs ${shipDays + 1} business days or more. For now, emails leave out its delivery date.`
}

/** Errors by field as the backend names it: `0.delivery_cost_cents`. */
export function optionErrors(options: readonly OptionValues[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [index, option] of options.entries()) {
    for (const name of ['display_text', 'provider_name', 'delivery_type'] as const) {
      if (option[name].trim() === '') errors[`${index}.${name}`] = MISSING_MESSAGE
    }
    const cost = parseDollars(option.delivery_cost_cents)
    if (cost === null || dollars(cost) > DELIVERY_FIELDS.delivery_cost.max) {
      errors[`${index}.delivery_cost_cents`] = 'Please enter dollars such as 4.95'
    }
    if (!WHOLE_DAYS.test(option.estimated_days.trim())) errors[`${index}.estimated_days`] = 'Please write whole days'
  }
  return errors
}

/** For the call; only of values without errors. */
export function toOption({ delivery_cost_cents: cost, estimated_days, ...texts }: OptionValues): AdminDeliveryOption {
  return { ...texts, delivery_cost_cents: parseDollars(cost) ?? 0, estimated_days: Number(estimated_days) }
}

/** The tax rates in the fields of the form, one for each state; empty where the shop has none. */
export function taxValues({ percents, ...source }: AdminTaxTable): TaxValues {
  return {
    ...source,
    percents: Object.fromEntries(STATE_ENTRIES.map(([state]) => [state, String(percents[state] ?? '')])),
  }
}

/** Errors by field as the backend names it: `rates.NY`. */
export function taxErrors({ source, published, note, percents }: TaxValues): Record<string, string> {
  const errors: Record<string, string> = {}
  if (source.trim() === '') errors.source = MISSING_MESSAGE
  if (!/^\d{4}-\d\d-\d\d$/.test(published)) errors.published = 'Please choose the day of that source'
  if (note.trim() === '') errors.note = MISSING_MESSAGE
  for (const [state, percent] of Object.entries(percents)) {
    if (!/^\d{1,2}(\.\d{1,4})?$/.test(percent.trim())) errors[`rates.${state}`] = 'Enter a percentage such as 8.85'
  }
  return errors
}

/** The changed rates that no state is likely to have, such as `Ohio 82%`. */
export function unusualRates({ percents }: TaxValues, seen: TaxValues): string[] {
  return STATE_ENTRIES.flatMap(([state, name]) => {
    const percent = Number(percents[state])
    return isUnusualTaxRate(percent) && percent !== Number(seen.percents[state]) ? [`${name} ${percent}%`] : []
  })
}

/** For the call; only of values without errors. */
export function toTaxTable({ percents, ...source }: TaxValues): AdminTaxTable {
  return {
    ...source,
    percents: Object.fromEntries(Object.entries(percents).map(([state, percent]) => [state, Number(percent)])),
  }
}

/** Each text of each option is one of its own, as long as no one adds, removes or moves an option. */
export function mergeOptions(base: OptionValues[], value: OptionValues[], present: OptionValues[]): OptionValues[] {
  const ids = (options: readonly OptionValues[]) => options.map(({ delivery_type_id }) => delivery_type_id)
  if (!isSame(ids(value), ids(base)) || !isSame(ids(present), ids(base))) return mergeWhole(base, value, present)
  return value.map((option, index) => mergeTexts(base[index] ?? option, option, present[index] ?? option))
}

/** Each rate is one of its own, and so are source, day and note. */
export function mergeTax(base: TaxValues, value: TaxValues, present: TaxValues): TaxValues {
  const textsOf = ({ source, published, note }: TaxValues) => ({ source, published, note })
  return {
    ...mergeTexts(textsOf(base), textsOf(value), textsOf(present)),
    percents: mergeTexts(base.percents, value.percents, present.percents),
  }
}

/** Where mine differs from what is in the shop now. */
export function optionDifferences(theirs: readonly OptionValues[], mine: readonly OptionValues[]): Difference[] {
  const describe = (options: readonly OptionValues[]) =>
    new Map(
      options.map((option, index) => [
        option.delivery_type_id,
        `${index + 1}. ${option.display_text}, $${option.delivery_cost_cents}, ${option.estimated_days} days, ${option.provider_name} ${option.delivery_type}`,
      ]),
    )
  return differences(describe(theirs), describe(mine), (id) => `Option ${id}`)
}

/** Where mine differs from what is in the shop now. */
export function taxDifferences(theirs: TaxValues, mine: TaxValues): Difference[] {
  const describe = ({ percents, ...source }: TaxValues) =>
    new Map([
      ...Object.entries(source),
      ...Object.entries(percents).map(([state, percent]) => [state, `${percent}%`] as const),
    ])
  return differences(describe(theirs), describe(mine), capitalize)
}

/** The keys whose texts differ, under their labels. */
export function differences(
  theirs: ReadonlyMap<string, string>,
  mine: ReadonlyMap<string, string>,
  labelOf: (key: string) => string,
): Difference[] {
  return [...new Set([...theirs.keys(), ...mine.keys()])].flatMap((key) => {
    const [one, other] = [theirs.get(key) ?? 'None', mine.get(key) ?? 'None']
    return one === other ? [] : [{ label: labelOf(key), theirs: one, mine: other }]
  })
}

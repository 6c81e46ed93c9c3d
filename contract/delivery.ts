import * as z from 'zod/mini'
import { asCount, asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'
import { type Cents, parseCents } from './money.ts'

/** More business days than this are a mistake, and could exceed the range of dates. */
export const MAX_ESTIMATED_DAYS = 1000

export type DeliveryOption = {
  delivery_type_id: string
  provider_name: string
  delivery_type: string
  display_text: string
  /** Per unit of goods, in cents. */
  delivery_cost_cents: Cents
  /** Business days. */
  estimated_days: number
}

/** An option as any backend may offer it. */
export type DeliveryOffer = Omit<DeliveryOption, 'estimated_days'> & {
  /** Unique even when ids are not (R48). */
  key: string
  /** `null` when unknown (R48). */
  estimated_days: number | null
}

export const wireDeliveryOption = z.object({
  delivery_type_id: z.string(),
  provider_name: z.string(),
  delivery_type: z.string(),
  display_text: z.string(),
  delivery_cost: z.number(),
  estimated_days: z.number(),
})

export const listDeliveryOptionsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/api/delivery-options',
  summary: 'Lists the delivery options; the first one is the default',
  tag: 'checkout',
  description:
    'The ways an order can be delivered. `delivery_cost` is in dollars for one unit of goods; `estimated_days` are business days.',
  response: z.array(wireDeliveryOption),
  errors: [],
  parse: parseDeliveryOptions,
})

/** Parses the options; malformed ones are skipped (R3), a body that is not a list throws. */
export function parseDeliveryOptions(body: unknown): DeliveryOffer[] {
  if (!Array.isArray(body)) throw new TypeError('the delivery options are not a list')
  const keys = new Set<string>()
  return body.flatMap((value) => {
    const option = parseDeliveryOption(value)
    if (option === null) return []
    const key = nextKey(keys, option.delivery_type_id)
    keys.add(key)
    return [{ key, ...option }]
  })
}

function parseDeliveryOption(value: unknown): Omit<DeliveryOffer, 'key'> | null {
  const row = asRecord(value)
  const id = asText(row?.delivery_type_id)
  const cost = parseCents(row?.delivery_cost)
  const days = asCount(row?.estimated_days)
  if (row === null || id === null || cost === null || (days ?? 0) > MAX_ESTIMATED_DAYS) return null
  const type = asText(row.delivery_type) ?? ''
  const provider = asText(row.provider_name) ?? ''
  return {
    delivery_type_id: id,
    provider_name: provider,
    delivery_type: type,
    display_text: asText(row.display_text) ?? ([provider, type].join(' ').trim() || 'Delivery'),
    delivery_cost_cents: cost,
    estimated_days: days,
  }
}

/** The id, with its position among equal ids where it is not unique. */
function nextKey(taken: ReadonlySet<string>, id: string): string {
  let key = id
  for (let place = 2; taken.has(key); place += 1) key = `${id} #${place}`
  return key
}

/**
 * The day so many business days after `from`; Saturdays and Sundays are skipped, holidays are not (R20). Local time.
 */
export function addBusinessDays(from: Date, days: number): Date {
  const date = new Date(from.getFullYear(), from.getMonth(), from.getDate())
  for (let left = days; left >= 1; ) {
    date.setDate(date.getDate() + 1)
    if (date.getDay() % 6 !== 0) left -= 1
  }
  return date
}

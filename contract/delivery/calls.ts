import { get } from '../http/call.ts'
import { asCount, asRecord, asText } from '../http/coercion.ts'
import { amount, type Fields, type FieldValues, text, wholeNumber } from '../http/fields.ts'
import { type Cents, parseCents } from '../money.ts'

/** More business days are a mistake, and could exceed the range of dates. */
const MAX_ESTIMATED_DAYS = 1000

/** Fields of a delivery option, from which type, calls, file and table are derived; a new one needs a migration. */
export const DELIVERY_FIELDS = {
  delivery_type_id: text(40),
  provider_name: text(100),
  delivery_type: text(100),
  display_text: text(200),
  /** Per unit of goods. */
  delivery_cost: amount(10_000),
  /** Business days. */
  estimated_days: wholeNumber(365),
} satisfies Fields

export type DeliveryOption = FieldValues<typeof DELIVERY_FIELDS>

export type DeliveryOffer = {
  /** The id, made unique where the backend repeats it (R48). */
  key: string
  display_text: string
  delivery_cost_cents: Cents
  /** `null` when unknown (R48). */
  estimated_days: number | null
}

export const deliveryCalls = {
  listDeliveryOptions: get<DeliveryOffer[]>('/api/api/delivery-options', parseDeliveryOptions),
}

/** Parses the options; malformed ones are skipped (R3), a body that is not a list throws. */
export function parseDeliveryOptions(body: unknown): DeliveryOffer[] {
  if (!Array.isArray(body)) throw new TypeError('the delivery options are not a list')
  const keys = new Set<string>()
  return body.flatMap((value) => {
    const option = parseDeliveryOption(value)
    if (option === null) return []
    const key = nextKey(keys, option.key)
    keys.add(key)
    return [{ ...option, key }]
  })
}

function parseDeliveryOption(value: unknown): DeliveryOffer | null {
  const row = asRecord(value)
  const id = asText(row?.delivery_type_id)
  const cost = parseCents(row?.delivery_cost)
  const days = asCount(row?.estimated_days)
  if (row === null || id === null || cost === null || (days ?? 0) > MAX_ESTIMATED_DAYS) return null
  const label = [asText(row.provider_name), asText(row.delivery_type)].filter((text) => text !== null).join(' ')
  return {
    key: id,
    display_text: asText(row.display_text) ?? (label || 'Delivery'),
    delivery_cost_cents: cost,
    estimated_days: days,
  }
}

function nextKey(taken: ReadonlySet<string>, id: string): string {
  let key = id
  for (let place = 2; taken.has(key); place += 1) key = `${id} #${place}`
  return key
}

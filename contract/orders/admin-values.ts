import { DELIVERY_FIELDS } from '../delivery/calls.ts'
import { keysOf } from '../http/coercion.ts'

export const CHANNEL_LABELS = {
  online: 'Online shop',
  phone: 'By phone',
  fair: 'At a fair',
  wholesale: 'Wholesale',
} as const
export type Channel = keyof typeof CHANNEL_LABELS
export const ORDER_CHANNELS = keysOf(CHANNEL_LABELS)
export const TAKEN_CHANNELS = ['phone', 'fair', 'wholesale'] as const satisfies readonly Channel[]

export function isChannel(text: string): text is Channel {
  return Object.hasOwn(CHANNEL_LABELS, text)
}

export const UNTRACKED_WAYS = ['untracked', 'own_delivery', 'picked_up'] as const

export const SHIPMENT_WAYS = ['tracked', ...UNTRACKED_WAYS] as const
export type ShipmentWay = (typeof SHIPMENT_WAYS)[number]

export const ORDER_PAYMENTS = ['unpaid', 'cash', 'card', 'check', 'transfer', 'other'] as const

export const PHONE_LENGTH = 30

/** `to_pay_back`: with cancelled goods to refund; `returns`: with one to decide or refund. */
export const ORDER_FILTERS = ['to_ship', 'on_its_way', 'to_pay_back', 'returns', 'all'] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

export const NOTE_LENGTH = 1000

export const ADDRESS_LENGTH = 800

export const DELIVERY_NAME_LENGTH = DELIVERY_FIELDS.provider_name.max + 1 + DELIVERY_FIELDS.delivery_type.max

export const REASON_LENGTH = 200

export const ORDERS_SHEETS = ['orders', 'tax'] as const
export type OrdersSheet = (typeof ORDERS_SHEETS)[number]

import type { Cents } from '@shop/contract/money'
import { ORDER_STATUSES, type OrderStatus } from './orders.tables.ts'

/** What other programs call a status. */
const STATUS_WORDS: Readonly<Record<string, OrderStatus>> = {
  canceled: 'cancelled',
  completed: 'delivered',
  fulfilled: 'shipped',
  unfulfilled: 'processing',
}

type StatusCells = {
  order_status?: string | undefined
  tracking_number?: string | undefined
  financial_status?: string | undefined
  cancelled_at?: string | undefined
  refunded_amount?: Cents | undefined
}

/**
 * Maps the cells of an order to a status; an unknown text is preserved next to the status that can be inferred. Shopify
 * says in columns of their own that an order was cancelled or paid back, and leaves it as fulfilled or not.
 */
export function readStatus(row: StatusCells, paid: Cents): { status: OrderStatus; words: string | null } {
  const { order_status: text, financial_status = '', refunded_amount = 0, cancelled_at, tracking_number } = row
  const payment = financial_status.toLowerCase()
  if (payment === 'refunded' || (refunded_amount > 0 && refunded_amount >= paid)) {
    return { status: 'refunded', words: null }
  }
  if (cancelled_at !== undefined || payment === 'voided') return { status: 'cancelled', words: null }
  const word = text?.toLowerCase().replace(/^wc-/, '') ?? ''
  const meant = Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined
  const known = ORDER_STATUSES.find((status) => status === word) ?? meant
  return known === undefined
    ? { status: tracking_number === undefined ? 'processing' : 'shipped', words: text ?? null }
    : { status: known, words: null }
}

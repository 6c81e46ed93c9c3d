import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'
import { defineAdminFile } from '../http/files.ts'
import type { Cents } from '../money.ts'
import { SALES_GROUPINGS, SALES_VIEWS, type SalesGrouping } from './sales-views.ts'

export const MAX_SALES_DAYS = 3660
/** The most days of a table that is summed by day, not from stored sums of months. */
export const MAX_DAYS_BY = { day: 366, week: 731 } as const

/** The best-selling products; the total has all. */
export const MAX_PRODUCT_ROWS = 300

/** Who moved the money: the payment gateway, or the shop, which recorded it by hand. */
export const SALES_WAYS = ['card', 'hand'] as const
export type SalesWay = (typeof SALES_WAYS)[number]

export const SALES_FIGURES = {
  orders: {
    label: 'Orders',
    meaning: 'Orders placed on these days, except fully cancelled ones.',
  },
  units: { label: 'Units', meaning: 'Units ordered on these days and not cancelled.' },
  goods_cents: {
    label: 'Product sales',
    meaning: 'What was ordered on these days and not cancelled, at the prices paid, without delivery and tax.',
  },
  discount_cents: {
    label: 'Discounts',
    meaning: 'What sales and agreed prices took off regular prices. It’s already subtracted from Product sales.',
  },
  code_cents: {
    label: 'Codes',
    meaning: 'What discount codes took off. It’s already subtracted from Product sales, and isn’t part of Discounts.',
  },
  delivery_cents: { label: 'Delivery', meaning: 'Delivery charged on these orders.' },
  tax_cents: {
    label: 'Tax',
    meaning: 'Sales tax on these orders, without items cancelled before they were paid. Later refunds don’t lower it.',
  },
  tax_paid_back_cents: {
    label: 'Tax refunded',
    meaning: 'The sales tax included in Refunded.',
  },
  charged_cents: {
    label: 'Charged',
    meaning:
      'Card charges, on the day the gateway settled them. By hand: the totals of orders marked as paid, on the day of the order.',
  },
  paid_back_cents: {
    label: 'Refunded',
    meaning: 'What went back to shoppers, on the day the gateway settled it or it was recorded.',
  },
  disputed_cents: {
    label: 'Disputed',
    meaning:
      'Disputed charges that banks reversed, decided or not, on the day we heard of them. Won disputes aren’t counted.',
  },
  waiting_cents: {
    label: 'Waiting',
    meaning: 'Reserved on cards for orders placed on these days, and not charged yet.',
  },
} as const
export type FigureName = keyof typeof SALES_FIGURES

const OF_GOODS: readonly FigureName[] = ['units', 'goods_cents', 'discount_cents', 'code_cents']
const OF_ORDERS: readonly FigureName[] = [
  'orders',
  'goods_cents',
  'discount_cents',
  'code_cents',
  'delivery_cents',
  'tax_cents',
  'tax_paid_back_cents',
]

/** The figures of a group; money moves for orders, not for their products. */
export function listFigures(by: SalesGrouping, way: SalesWay): readonly FigureName[] {
  if (SALES_VIEWS[by].goods) return OF_GOODS
  if (by === 'tax') return OF_ORDERS
  if (way === 'hand') return [...OF_ORDERS, 'charged_cents', 'paid_back_cents']
  return [...OF_ORDERS, 'charged_cents', 'paid_back_cents', 'disputed_cents', 'waiting_cents']
}

const figures = z
  .object({
    orders: z.int(),
    units: z.int(),
    goods_cents: z.int(),
    discount_cents: z.int(),
    code_cents: z.int(),
    delivery_cents: z.int(),
    tax_cents: z.int(),
    tax_paid_back_cents: z.int(),
    charged_cents: z.int(),
    paid_back_cents: z.int(),
    disputed_cents: z.int(),
    waiting_cents: z.int(),
  })
  .register(z.globalRegistry, { id: 'SalesFigures', description: 'Sums of one row, in cents.' })
export type Figures = z.infer<typeof figures>

/** The tax owed to a state: sales tax less refunded tax; below 0 the shop has a credit. */
export function taxOwed({ tax_cents, tax_paid_back_cents }: Pick<Figures, 'tax_cents' | 'tax_paid_back_cents'>): Cents {
  return tax_cents - tax_paid_back_cents
}

const wireWay = z.object({
  /**
   * `key`: a day, the Sunday of a week, `2026-11`, `2026-Q4`, `2026-Q4 WA`, `2026`, a product id, line, color, state or
   * channel. `goods_before_cents`: the same key in the period before, `null` by calendar.
   */
  rows: z.array(
    z.object({ key: z.string(), name: z.nullable(z.string()), figures, goods_before_cents: z.nullable(z.int()) }),
  ),
  total: figures,
  left_out: z.int(),
})
export type SalesOfWay = z.infer<typeof wireWay>

const wireSales = z.object({
  card: wireWay,
  hand: wireWay,
  before: z.object({ from: z.string(), to: z.string(), card: figures, hand: figures }),
})
export type Sales = z.infer<typeof wireSales>

const day = z.iso.date('Please choose the day')
const period = {
  from: day.check(z.describe('First day')),
  to: day.check(z.describe('Last day; both count')),
}

/** Files besides that of each view: a line per movement, and tax by state and month. */
export const BOOKS_FILES = ['movements', 'tax-by-month'] as const
export const BOOKS_SHEETS = [...BOOKS_FILES, ...SALES_GROUPINGS] as const
export type BooksSheet = (typeof BOOKS_SHEETS)[number]

export const booksFile = defineAdminFile({
  name: 'adminDownloadBooks',
  path: '/api/admin/sales/file',
  summary: 'Downloads the movements of a period, its tax by state and month, or the rows of a view',
  description: 'Owners, and helpers with the sales. Both days count.',
  query: z.object({
    ...period,
    sheet: z.enum(BOOKS_SHEETS).check(z.describe('A line a movement, a line a state and month, or the rows of a view')),
  }),
})

export const adminBooks = defineAdminCalls({
  getSales: {
    method: 'GET',
    path: '/api/admin/sales',
    summary: 'Sums sales, charges and refunds',
    description:
      'Owners, and helpers with sales. By card and by hand, in cents. Deleted products count under no line and no color.',
    query: z.object({
      ...period,
      by: z.enum(SALES_GROUPINGS).check(z.describe('What the figures are summed by')),
    }),
    response: wireSales,
  },
})

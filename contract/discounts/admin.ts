import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { version } from '../http/fields-schemas.ts'
import { MAX_ORDER_CENTS } from '../order-totals.ts'
import { cleanedCode } from '../text/cleaned.ts'
import { CODE_PATTERN, CODE_RULE, DISCOUNT_KINDS } from './rules.ts'

/** A new code is paused; an ended one can't be turned on again, except by an undo. */
export const CODE_STATES = ['paused', 'on', 'ended'] as const
export type CodeState = (typeof CODE_STATES)[number]

export const CODE_STATUSES = ['on', 'paused', 'not_yet', 'expired', 'used_up', 'ended'] as const

const MAX_USES = 1_000_000
const MAX_NAMED = 200
export const TYPED_CODE_LENGTH = 200

const PERCENT_MESSAGE = 'Please enter a whole percent from 1 to 100'
const VALUE_MESSAGE = 'Please enter a whole percent from 1 to 100, or dollars such as 12.50'
const AMOUNT_MESSAGE = 'Please enter an amount such as 12.50'
const COUNT_MESSAGE = 'Please enter a whole number from 1'
const names = z._default(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(MAX_NAMED)), [])
const day = z._default(z.nullable(z.iso.date('Please choose the day')), null)

export const typedCode = z
  .string()
  .check(z.maxLength(TYPED_CODE_LENGTH, CODE_RULE), cleanedCode, z.toUpperCase(), z.regex(CODE_PATTERN, CODE_RULE))

export const codeTerms = z
  .object({
    kind: z.enum(DISCOUNT_KINDS),
    /** Whole percent, or cents. */
    value: z
      .int(VALUE_MESSAGE)
      .check(z.minimum(1, VALUE_MESSAGE), z.maximum(MAX_ORDER_CENTS, 'This amount is too large')),
    minimum_cents: z._default(z.int(AMOUNT_MESSAGE).check(z.minimum(0, AMOUNT_MESSAGE), z.maximum(MAX_ORDER_CENTS)), 0),
    /** The lines and products that it applies to; without either, all. */
    lines: names,
    product_ids: names,
    starts_on: day,
    ends_on: day,
    /** Orders that may use it; `null`: any number. */
    max_uses: z._default(
      z.nullable(
        z.int(COUNT_MESSAGE).check(z.minimum(1, COUNT_MESSAGE), z.maximum(MAX_USES, 'This number is too large')),
      ),
      null,
    ),
    once_each: z._default(z.boolean(), false),
  })
  .check(
    z.refine(({ kind, value }) => kind === 'amount' || value <= 100, { error: PERCENT_MESSAGE, path: ['value'] }),
    z.refine(({ starts_on, ends_on }) => starts_on === null || ends_on === null || starts_on <= ends_on, {
      error: 'The last day is before the first',
      path: ['ends_on'],
    }),
  )
export type CodeTerms = z.output<typeof codeTerms>

const wireCode = z.object({
  code: z.string(),
  kind: z.enum(DISCOUNT_KINDS),
  value: z.int(),
  minimum_cents: z.int(),
  lines: z.array(z.string()),
  product_ids: z.array(z.string()),
  starts_on: z.nullable(z.string()),
  ends_on: z.nullable(z.string()),
  max_uses: z.nullable(z.int()),
  once_each: z.boolean(),
  state: z.enum(CODE_STATES),
  status: z.enum(CODE_STATUSES),
  /** Orders that have used it or are being paid. */
  uses: z.int(),
  version: z.int(),
})
export type AdminCode = z.infer<typeof wireCode>

const path = '/api/admin/discounts' as const
const params = z.object({ code: z.string().check(z.maxLength(TYPED_CODE_LENGTH), z.describe('The code')) })

export const adminDiscounts = defineAdminCalls({
  listCodes: {
    method: 'GET',
    path,
    summary: 'Lists discount codes',
    description: 'Owners only. Newest first. `goods` has the lines and products a code can cover.',
    response: z.object({
      codes: z.array(wireCode),
      goods: z.object({
        lines: z.array(z.string()),
        products: z.array(z.object({ product_id: z.string(), product_name: z.string() })),
      }),
    }),
  },
  createCode: {
    method: 'POST',
    path,
    summary: 'Creates a discount code',
    description: 'Owners only. It starts paused. 409 if the name was used before.',
    body: z.object({ code: typedCode, terms: codeTerms }),
    response: changeResult,
    errors: ['conflict'],
  },
  changeCode: {
    method: 'POST',
    path: `${path}/:code`,
    summary: 'Edits a discount code',
    description: "Owners only. Past orders don't change. 409 if someone else edited it.",
    params,
    body: z.object({ terms: codeTerms, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  setCodeState: {
    method: 'POST',
    path: `${path}/:code/state`,
    summary: 'Turns on, pauses or ends a discount code',
    description: 'Owners only. Only an undo restarts an ended code. 409 if someone else edited it.',
    params,
    body: z.object({ state: z.enum(CODE_STATES), version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})

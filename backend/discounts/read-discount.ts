import type { AdminCode, CodeTerms } from '@shop/contract/discounts/admin'
import type { Discount } from '@shop/contract/discounts/rules'
import { dollars } from '@shop/contract/money'
import * as z from 'zod/mini'
import type { Database, Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { formatDay, localDay } from '../platform/lib/days/local-day.ts'
import { findCode, findGoods, isUsedBy, listCodesOn, type StoredCode, takeUse } from './discounts.repository.ts'

const names = z.array(z.string())

export function termsOf(code: StoredCode): CodeTerms {
  const { kind, value, minimum_cents, starts_on, ends_on, max_uses } = code
  return {
    ...{ kind, value, minimum_cents, starts_on, ends_on, max_uses },
    lines: names.parse(JSON.parse(code.lines)),
    product_ids: names.parse(JSON.parse(code.product_ids)),
    once_each: code.once_each === 1,
  }
}

type Goods = readonly { product_id: string; line: string }[]

/** With the products among `goods` that it is for. */
export function toDiscount(stored: StoredCode, goods: Goods): Discount {
  const { code, kind, value, minimum_cents } = stored
  const { lines, product_ids: ids } = termsOf(stored)
  const isForAll = lines.length === 0 && ids.length === 0
  const chosen = goods.filter(({ product_id, line }) => ids.includes(product_id) || lines.includes(line))
  const product_ids = isForAll ? null : chosen.map(({ product_id }) => product_id)
  return { code, kind, value, product_ids, minimum_cents }
}

export function decideStatus(
  { state, starts_on, ends_on, max_uses, uses }: StoredCode,
  today: string,
): AdminCode['status'] {
  if (state !== 'on') return state
  if (ends_on !== null && ends_on < today) return 'expired'
  if (starts_on !== null && starts_on > today) return 'not_yet'
  return max_uses !== null && uses >= max_uses ? 'used_up' : 'on'
}

/** Why a code can't be used on a day, or `null`. */
function findProblem(stored: StoredCode, today: string): string | null {
  const { code, starts_on, ends_on } = stored
  const problems = {
    on: null,
    paused: `The code ${code} can’t be used right now.`,
    ended: `The code ${code} has ended.`,
    expired: `The code ${code} was good through ${formatDay(ends_on ?? today)}.`,
    not_yet: `The code ${code} can be used starting ${formatDay(starts_on ?? today)}.`,
    used_up: `The code ${code} has reached its usage limit.`,
  } as const satisfies Record<AdminCode['status'], string | null>
  return problems[decideStatus(stored, today)]
}

function unknownCode(code: string): string {
  return `There is no code ${code}. Please check the spelling.`
}

/** Reveals a person's order, so an authorized card is required first. */
export function usedCode(code: string): string {
  return `The code ${code} has already been used with this email address.`
}

type Use = { email: string; today: string }

/** Why an order can't use a code, or `null`; `email` may be `''`. */
async function findRefusal(database: Database, stored: StoredCode, { email, today }: Use): Promise<string | null> {
  return findProblem(stored, today) ?? ((await isUsed(database, stored, email)) ? usedCode(stored.code) : null)
}

/** Whether the person has used a once-per-person code; `email` may be `''`. */
async function isUsed(database: Database, { code, once_each }: StoredCode, email: string): Promise<boolean> {
  return once_each === 1 && email !== '' && (await isUsedBy(database, code, email))
}

export async function hasUsedCode(database: Database, code: string, email: string): Promise<boolean> {
  const stored = await findCode(database, code)
  return stored !== null && isUsed(database, stored, email)
}

/** A usable code, or why it is not. */
export async function readCode(database: Database, code: string, use: Use): Promise<StoredCode | string> {
  const stored = await findCode(database, code)
  return stored === null ? unknownCode(code) : ((await findRefusal(database, stored, use)) ?? stored)
}

/**
 * Takes a use for an order, or says why not; then roll back, since a use may be taken. The code stays locked, so its
 * last use is taken once.
 */
export async function takeCode(trx: Trx, code: string, use: Use): Promise<StoredCode | string> {
  const taken = await takeUse(trx, code)
  if (taken === null) {
    const found = await readCode(trx, code, use)
    return typeof found === 'string' ? found : `The code ${code} can’t be used right now.`
  }
  // The use just taken must not count against itself.
  return (await findRefusal(trx, { ...taken, uses: taken.uses - 1 }, use)) ?? taken
}

/** Active codes: usable on a day, with their products, and used up. */
export async function listDiscounts(database: Database, today: string) {
  const byStatus = Map.groupBy(await listCodesOn(database, today), (code) => decideStatus(code, today))
  const codes = byStatus.get('on') ?? []
  const terms = codes.map(termsOf)
  const ids = [...new Set(terms.flatMap(({ product_ids }) => product_ids))]
  const goods = await findGoods(database, { ids, lines: [...new Set(terms.flatMap(({ lines }) => lines))] })
  const discounts = codes.map((code) => {
    const { product_ids, ...discount } = toDiscount(code, goods)
    return { ...discount, product_ids: product_ids && [...product_ids] }
  })
  return { discounts, used_up_codes: (byStatus.get('used_up') ?? []).map(({ code }) => code) }
}

/** Throws why it can't be used. */
export async function checkDiscountCode(
  database: Database,
  { code, productIds: ids }: { code: string; productIds: readonly string[] },
  now: Date,
) {
  const found = await readCode(database, code, { email: '', today: localDay(now) })
  if (typeof found === 'string') throw new AppError('conflict', found, [{ field: 'discountCode', message: found }])
  const goods = await findGoods(database, { ids, lines: [] })
  const { kind, value, product_ids, minimum_cents } = toDiscount(found, goods)
  return {
    ...{ code, kind, value: kind === 'percent' ? value : dollars(value) },
    ...{ productIds: product_ids && [...product_ids], minimum: dollars(minimum_cents) },
  }
}

import { type RawBuilder, sql } from 'kysely'

/**
 * `shareOf` of `contract/money.ts` in SQL. `whole` is not 0. Products of amounts up to `MAX_ORDER_CENTS` fit both
 * engines' integers.
 */
export function shareOfSql(
  amount: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
  whole: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const integer = (value: RawBuilder<unknown>) => sql`cast(${value} as bigint)`
  return sql`(2 * ${integer(amount)} * ${integer(part)} + ${integer(whole)}) / (2 * ${integer(whole)})`
}

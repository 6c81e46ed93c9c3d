import { type RawBuilder, sql } from 'kysely'

/** `prorate` of `contract/money.ts` in SQL, for `whole` above 0 and amounts up to `MAX_ORDER_CENTS`. */
export function prorateSql(
  amount: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
  whole: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const integer = (value: RawBuilder<unknown>) => sql`cast(${value} as bigint)`
  return sql`(2 * ${integer(amount)} * ${integer(part)} + ${integer(whole)}) / (2 * ${integer(whole)})`
}

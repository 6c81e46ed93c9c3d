import { type RawBuilder, sql } from 'kysely'

/**
 * `shareOf` of `contract/money.ts` in SQL, to the cent. `whole` is not 0, and amounts are at most `MAX_ORDER_CENTS`, whose
 * products fit into the integers of both engines.
 */
export function shareOfSql(
  amount: RawBuilder<unknown>,
  part: RawBuilder<unknown>,
  whole: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const integer = (value: RawBuilder<unknown>) => sql`cast(${value} as bigint)`
  return sql`(2 * ${integer(amount)} * ${integer(part)} + ${integer(whole)}) / (2 * ${integer(whole)})`
}

import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import * as z from 'zod/mini'
import type { Database, Trx } from '../../platform/database/database.ts'
import { deleteStored, storeValues } from '../../platform/settings/shop-settings.repository.ts'

export type StoredColor = { color: string; value: string | null }

/** Stored beside the settings, which pages read together. */
const SETTING_KEY = 'colors'

/** Such as `#46607e`; it becomes part of each page. */
export const COLOR_VALUE = /^#[0-9a-f]{6}$/

export const storedColors = z.array(
  z.object({
    color: z.string().check(z.maxLength(PRODUCT_FIELDS.color.max)),
    value: z.nullable(z.string().check(z.regex(COLOR_VALUE))),
  }),
)

/** `null` before the first change. */
export async function findStoredColors(database: Database): Promise<StoredColor[] | null> {
  const row = await database
    .selectFrom('shop_settings')
    .select('value')
    .where('key', '=', SETTING_KEY)
    .executeTakeFirst()
  return row === undefined ? null : storedColors.parse(JSON.parse(row.value))
}

export async function storeColors(trx: Trx, colors: readonly StoredColor[] | null): Promise<void> {
  if (colors === null) await deleteStored(trx, [SETTING_KEY])
  else await storeValues(trx, { [SETTING_KEY]: colors })
}

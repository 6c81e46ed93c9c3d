import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asRecord } from '@shop/contract/http/coercion'
import {
  type AdminSettings,
  allSettings,
  OLDER_VALUES,
  SETTING_KEYS,
  SETTINGS,
  type SettingKey,
} from '@shop/contract/settings/admin'
import * as z from 'zod/mini'

/** The message is a sentence for the owner. */
class ShopSettingError extends Error {
  override readonly name = 'ShopSettingError'
}

export function parseShopSettings(values: unknown): AdminSettings {
  const result = z.safeParse(allSettings, { ...OLDER_VALUES, ...Object(values) })
  if (result.success) return result.data
  throw toError(result.error, 'shop')
}

export function parseShopSetting(key: string, value: unknown): AdminSettings[SettingKey] {
  const known = SETTING_KEYS.find((one) => one === key)
  if (known === undefined) {
    throw new ShopSettingError(`There is no setting ${key}; there are ${SETTING_KEYS.join(', ')}.`)
  }
  const result = z.safeParse(SETTINGS[known].schema, value)
  if (result.success) return result.data
  throw toError(result.error, known)
}

function toError({ issues: [first] }: z.core.$ZodError, root: string): ShopSettingError {
  return new ShopSettingError(
    first ? `${root}${first.path.map(wordsOf).join('')} ${first.message}.` : `${root} is wrong.`,
  )
}

/** `notices[0]` becomes "notices, entry 1,", since people count from 1. */
function wordsOf(key: PropertyKey, position: number): string {
  if (typeof key === 'number') return `, entry ${key + 1},`
  return position === 0 ? `.${String(key)}` : ` ${String(key)}`
}

/** A new shop's settings. Errors in shop.config.ts are sentences for the owner. */
export async function loadShopConfig(
  file: string = join(import.meta.dirname, '../../../shop.config.ts'),
): Promise<AdminSettings> {
  const shop = await importShop(file)
  if (shop === undefined) throw new Error('shop.config.ts must say `export const shop = { … }`.')
  try {
    requireNoPostalAddress(shop)
    // Opening orders checks that nothing is missing, so it is done in the settings.
    return { ...parseShopSettings(shop), orders: 'paused' }
  } catch (error) {
    throw error instanceof ShopSettingError ? new Error(`shop.config.ts: ${error.message}`) : error
  }
}

/** An earlier version's address would be lost; an empty one says nothing. */
function requireNoPostalAddress(shop: unknown): void {
  const postalAddress = asRecord(shop)?.postalAddress ?? ''
  if (postalAddress === '') return
  throw new ShopSettingError(
    'shop.postalAddress is no longer a setting. Use shop.shopAddress, which is null or has the parts company, address1, address2, city, state, zip and country.',
  )
}

async function importShop(file: string): Promise<unknown> {
  try {
    const { shop }: { shop?: unknown } = await import(pathToFileURL(file).href)
    return shop
  } catch (error) {
    throw new Error(`shop.config.ts${lineOf(error)} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError)
    return `a comma, a quote or a bracket is missing there or just before (${error.message}).`
  if (error instanceof ReferenceError) return `${error.message}; text stands in quotes.`
  return error instanceof Error ? `${error.message}.` : 'it does not load.'
}

/** Such as `, line 3`: Node puts it above a syntax error's message, and into the first frame of others. */
function lineOf(error: unknown): string {
  const line = error instanceof Error ? /\.ts:(\d+)/.exec(error.stack ?? '')?.[1] : undefined
  return line === undefined ? '' : `, line ${line},`
}

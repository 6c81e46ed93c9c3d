import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ShopSettings } from '@shop/contract/shop'
import * as z from 'zod/mini'
import { isMailAddress } from '../lib/mail-address.ts'

const MAX_LINES = 20

const text = (most: number) =>
  z
    .string('must be text')
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(most, `must not be longer than ${most} characters`),
    )
export const mailAddress = text(300).check(
  z.refine(isMailAddress, 'must be one mail address such as hello@shop.example'),
)
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
/** A web address without path, query and sign-in: others are appended to it. */
export const webOrigin = z.string('must be text').check(
  z.trim(),
  z.refine(
    (value) => /^https?:\/\/[\w.:[\]-]+\/?$/i.test(value) && URL.canParse(value),
    'must be a web address such as https://shop.example, and nothing after it',
  ),
)
const notice = text(300).check(
  z.refine(
    (words) => !/\{(?!(email|contact|shop)\})/.test(words),
    'may hold no other braces than {email}, {contact} and {shop}',
  ),
)

/** The shop's settings: the fields of shop.config.ts, of the database and of the commands. */
const FIELDS = {
  name: text(100),
  tagline: text(300),
  description: text(500),
  url: webOrigin,
  email: mailAddress,
  supportEmail: mailAddress,
  social: z
    .array(z.object({ name: text(60), url: webAddress }), 'must be a list of name and url')
    .check(z.maxLength(MAX_LINES, `must not be longer than ${MAX_LINES} entries`)),
  notices: z
    .array(notice, 'must be a list of lines')
    .check(z.maxLength(MAX_LINES, `must not be longer than ${MAX_LINES} lines`)),
  // A shop from before has none.
  postalAddress: z._default(
    z.string('must be text').check(z.trim(), z.maxLength(300, 'must not be longer than 300 characters')),
    '',
  ),
}

const shopConfig = z.object(FIELDS)

/** All settings of the shop: those of every page, and those that only the owner sees. */
export type StoredSettings = ShopSettings & {
  /** Where parcels are sent from, in lines; empty without one. */
  postalAddress: string
}
export type ShopKey = keyof StoredSettings
export const SHOP_KEYS: readonly ShopKey[] = [
  'name',
  'tagline',
  'description',
  'url',
  'email',
  'supportEmail',
  'social',
  'notices',
  'postalAddress',
]

/** An invalid setting of the shop; its message is a sentence for the owner. */
export class ShopSettingError extends Error {
  readonly key: string
  /** The message for a form, where it stands beside the field. */
  readonly problem: string
  constructor(key: string, message: string, problem: string = message) {
    super(message)
    this.name = 'ShopSettingError'
    this.key = key
    this.problem = problem
  }
}

/** All settings of the shop; throws a `ShopSettingError` for the first invalid one. */
export function parseShopSettings(values: unknown): StoredSettings {
  const result = z.safeParse(shopConfig, values)
  if (result.success) return result.data
  throw toError(result.error, 'shop')
}

/** One setting of the shop, parsed as in `parseShopSettings`. */
export function parseShopSetting(key: string, value: unknown): StoredSettings[ShopKey] {
  const known = SHOP_KEYS.find((one) => one === key)
  if (known === undefined) {
    throw new ShopSettingError(key, `There is no setting ${key}; there are ${SHOP_KEYS.join(', ')}.`)
  }
  const result = z.safeParse(FIELDS[known], value)
  if (result.success) return result.data
  throw toError(result.error, known)
}

/** All that is wrong with settings, one error for each field; empty when nothing is. */
export function listSettingErrors(values: Partial<StoredSettings>): ShopSettingError[] {
  return SHOP_KEYS.flatMap((key) => {
    const result = z.safeParse(z.optional(FIELDS[key]), values[key])
    return result.success ? [] : toErrors(result.error, key)
  })
}

function toError(error: z.core.$ZodError, root: string): ShopSettingError {
  return toErrors(error, root)[0] ?? new ShopSettingError(root, `${root} is wrong.`)
}

/** The first error of each field. */
function toErrors({ issues }: z.core.$ZodError, root: string): ShopSettingError[] {
  const errors = new Map<string, ShopSettingError>()
  for (const { path, message, code } of issues) {
    const field = path.reduce<string>(
      (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${String(key)}`),
      root,
    )
    const sentence = `${root}${path.map(wordsOf).join('')} ${message}.`
    const problem = code === 'too_small' ? 'Please fill this in.' : `This ${message}.`
    if (!errors.has(field)) errors.set(field, new ShopSettingError(field, sentence, problem))
  }
  return [...errors.values()]
}

/** A part of a field's name in a sentence: `notices[0]` is "notices, entry 1,", since people count from 1. */
function wordsOf(key: PropertyKey, position: number): string {
  if (typeof key === 'number') return `, entry ${key + 1},`
  return position === 0 ? `.${String(key)}` : ` ${String(key)}`
}

/** The initial settings of a new shop. Errors in shop.config.ts are thrown as a sentence for the owner. */
export async function loadShopConfig(
  file: string = join(import.meta.dirname, '../../shop.config.ts'),
): Promise<StoredSettings> {
  const shop = await importShop(file)
  if (shop === undefined) throw new Error('shop.config.ts must say `export const shop = { … }`.')
  try {
    return parseShopSettings(shop)
  } catch (error) {
    throw error instanceof ShopSettingError ? new Error(`shop.config.ts: ${error.message}`) : error
  }
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

/**
 * For example `, line 3`: Node puts file and line above the message of a syntax error, and into the first frame of any
 * other.
 */
function lineOf(error: unknown): string {
  const line = error instanceof Error ? /\.ts:(\d+)/.exec(error.stack ?? '')?.[1] : undefined
  return line === undefined ? '' : `, line ${line},`
}

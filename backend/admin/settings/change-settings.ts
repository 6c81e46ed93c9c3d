import { parseAddress } from '@shop/contract/address/postal-address'
import {
  type AdminSettings,
  SETTING_KEYS,
  type SettingKey,
  type SomeSettings,
  someSettings,
} from '@shop/contract/settings/admin'
import { type ShopAddress, shopAddressLines } from '@shop/contract/settings/shop-address'
import type { Context } from '../../platform/context.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { parseShopSetting } from '../../platform/settings/shop-config.ts'
import { getShopSettings, updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'
import { canonicalJson, type Json } from '../audit/canonical-json.ts'
import type { UndoRule } from '../audit/undo-change.ts'
import { nameLastEditor } from '../audit/undo-change.ts'

const SETTINGS_SUBJECT = { kind: 'settings', id: 'shop' } as const

/** Finds what is missing before orders may be opened, each with its remedy; nothing when they may. */
export type FindOpeningProblems = () => Promise<readonly { code: string; text: string; remedy: string }[]>

declare module '../../platform/context.ts' {
  interface Context {
    findOpeningProblems: FindOpeningProblems
  }
}

type SettingChange = { key: SettingKey; before: Json; after: Json }

/** Changes settings. Throws when a value in `seen` is outdated, and on opening orders with all that is missing. */
export async function changeSettings(
  { database, clock, actor, findOpeningProblems }: ChangeContext & Pick<Context, 'findOpeningProblems'>,
  wanted: Readonly<Record<string, unknown>>,
  seen: SomeSettings = {},
): Promise<{ changes: SettingChange[]; audit_id: number | null }> {
  if (wanted.orders === 'open') await requireOpenable(findOpeningProblems)
  return inTransaction(database, async (trx) => {
    // The lock for changes of settings.
    await bumpCatalogVersion(trx)
    const present = await getShopSettings(trx)
    await requireSeen(trx, present, seen)
    const changes = findChanges(present, wanted)
    if (changes.length === 0) return { changes, audit_id: null }
    await updateShopSettings(trx, toValues(changes, 'after'))
    const [before, after] = [toValues(changes, 'before'), toValues(changes, 'after')]
    const audit_id = await writeAudit(trx, {
      at: clock(),
      actor,
      action: 'settings.updated',
      subject: SETTINGS_SUBJECT,
      before,
      after,
    })
    return { changes, audit_id }
  })
}

export const undoSettings: UndoRule = {
  lock: async (trx, { before }) => {
    if (opensOrders(before)) throw new AppError('conflict', OPENED_IN_SETTINGS)
    await bumpCatalogVersion(trx)
  },
  readPresent: async (database, { after }) => {
    const present = await getShopSettings(database)
    const known = settingsIn(after).map((key) => [key, present[key]])
    return Object.fromEntries([...known, ...earlierAddress(after, present)])
  },
  writeBefore: async (trx: Trx, { before }) => {
    const { [EARLIER_KEY]: text, ...others }: Record<string, unknown> = { ...Object(before) }
    const wanted = text === undefined ? others : { ...others, shopAddress: parseShopAddress(text) }
    const values = Object.entries(wanted).map(([key, value]) => [key, parseShopSetting(key, value)])
    await updateShopSettings(trx, Object.fromEntries(values))
  },
  isFinal: ({ before }) => opensOrders(before),
}

/** A text, as earlier versions stored and logged it. */
const EARLIER_KEY = 'postalAddress'

/** The address that the migration made of the text. */
function parseShopAddress(text: unknown): ShopAddress {
  if (typeof text !== 'string' || text.trim() === '') return null
  return parseAddress(text) ?? text
}

/** The text of an earlier change, where the address is still that; else its current lines. */
function earlierAddress(after: Json, { shopAddress }: AdminSettings): [string, string][] {
  const { [EARLIER_KEY]: text }: Record<string, unknown> = { ...Object(after) }
  if (typeof text !== 'string') return []
  const isSame = canonicalJson(parseShopAddress(text)) === canonicalJson(shopAddress)
  return [[EARLIER_KEY, isSame ? text : shopAddressLines(shopAddress)]]
}

const OPENED_IN_SETTINGS = 'Open orders under Settings, which checks whether anything is missing.'

function opensOrders(before: Json): boolean {
  const { success, data } = someSettings.safeParse(before)
  return success && data.orders === 'open'
}

async function requireOpenable(findOpeningProblems: FindOpeningProblems): Promise<void> {
  const problems = await findOpeningProblems()
  if (problems.length === 0) return
  const sentences = problems.map(({ text, remedy }) => `${text} ${remedy}`)
  const details = sentences.map((message, index) => ({ field: `orders.${index}`, message }))
  throw new AppError('conflict', `Orders cannot be opened yet. ${sentences.join(' ')}`, details)
}

function findChanges(present: AdminSettings, wanted: Readonly<Record<string, unknown>>): SettingChange[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const after = parseShopSetting(name, value)
    const [key] = settingsIn({ [name]: null })
    if (key === undefined || canonicalJson(present[key]) === canonicalJson(after)) return []
    return [{ key, before: present[key], after }]
  })
}

function settingsIn(value: unknown): SettingKey[] {
  return SETTING_KEYS.filter((key) => Object.hasOwn(Object(value), key))
}

function toValues(changes: readonly SettingChange[], side: 'before' | 'after'): Record<string, Json> {
  return Object.fromEntries(changes.map((change) => [change.key, change[side]]))
}

async function requireSeen(trx: Trx, present: AdminSettings, seen: SomeSettings): Promise<void> {
  const changed = settingsIn(seen).filter((key) => canonicalJson(present[key]) !== canonicalJson(seen[key] ?? null))
  if (changed.length === 0) return
  const details = changed.map((key) => ({ field: key, message: `It says ${describe(present[key])} now.` }))
  const who = await nameLastEditor(trx, [SETTINGS_SUBJECT], ({ after }) =>
    changed.some((key) => Object.hasOwn(Object(after), key)),
  )
  throw new AppError('conflict', `${who} has changed this since you opened it. Please look at it again.`, details)
}

/** A setting in words: quoted, as a list, or pages with addresses. */
function describe(value: AdminSettings[SettingKey]): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'number') return String(value)
  if (value === null) return 'nothing'
  if (!Array.isArray(value)) return `"${shopAddressLines(value)}"`
  const parts = value.map((part) => (typeof part === 'string' ? `"${part}"` : `${part.name} (${part.url})`))
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}

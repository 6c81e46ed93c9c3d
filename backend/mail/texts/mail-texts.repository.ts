import type { MailWords } from '@shop/contract/mail/templates'
import * as z from 'zod/mini'
import type { Database, Trx } from '../../platform/database/database.ts'
import { storeValues } from '../../platform/settings/shop-settings.repository.ts'
import { MAIL_TEXT_NAMES, type MailTextName, ownWords, problemsOf } from './mail-texts.ts'

const KEY_PREFIX = 'mail.'

/** `words`: `null` for the default. */
export const storedMailText = z.object({
  version: z.int(),
  words: z.nullable(z.object({ subject: z.string(), body: z.string() })),
})
type StoredText = z.infer<typeof storedMailText>

/** The version increases with each change. */
export async function findStoredText(database: Database, name: MailTextName): Promise<StoredText> {
  const row = await database
    .selectFrom('shop_settings')
    .select('value')
    .where('key', '=', `${KEY_PREFIX}${name}`)
    .executeTakeFirst()
  return row === undefined ? { version: 0, words: null } : storedMailText.parse(JSON.parse(row.value))
}

/** By name, the newest version of each. */
export async function listStoredTexts(database: Database): Promise<Map<string, StoredText>> {
  const rows = await database.selectFrom('shop_settings').selectAll().where('key', 'like', `${KEY_PREFIX}%`).execute()
  return new Map(rows.map(({ key, value }) => [key.slice(KEY_PREFIX.length), storedMailText.parse(JSON.parse(value))]))
}

/** The default where no one edited it, or where it no longer fits the shop. */
export async function readWords(
  database: Database,
  names: readonly MailTextName[],
): Promise<(name: MailTextName) => MailWords> {
  if (names.length === 0) return ownWords
  const keys = names.map((name) => `${KEY_PREFIX}${name}`)
  const rows = await database.selectFrom('shop_settings').select(['key', 'value']).where('key', 'in', keys).execute()
  const edited = new Map(rows.map(({ key, value }) => [key, storedMailText.parse(JSON.parse(value)).words]))
  return (name) => {
    const words = edited.get(`${KEY_PREFIX}${name}`) ?? null
    return words === null || problemsOf(name, words).length > 0 ? ownWords(name) : words
  }
}

export function storeText(trx: Trx, name: MailTextName, text: StoredText): Promise<void> {
  return storeValues(trx, { [`${KEY_PREFIX}${name}`]: text })
}

/** Texts that an update broke, such as by removing a placeholder. */
export async function listBrokenTexts(database: Database): Promise<MailTextName[]> {
  const texts = await listStoredTexts(database)
  return MAIL_TEXT_NAMES.filter((name) => {
    const words = texts.get(name)?.words ?? null
    return words !== null && problemsOf(name, words).length > 0
  })
}

import { hasShortHashForm, isMediaName, isSha256, MEDIA_TYPES } from '../../media/media.ts'
import { BackupError } from './backup-error.ts'

type Check = (text: string) => boolean

const isAddressPart: Check = (text) => /^[A-Za-z0-9_-]+$/.test(text)

/** The columns that become names of files or parts of addresses, and what this shop writes into them. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  media: {
    name: isMediaName,
    hash: hasShortHashForm,
    sha256: isSha256,
    type: (text) => Object.hasOwn(MEDIA_TYPES, text),
  },
  media_chunks: { sha256: isSha256 },
  unused_media: { sha256: isSha256 },
  product_pictures: { file: isMediaName },
  products: { product_id: isAddressPart, slug: isAddressPart },
  product_slugs: { product_id: isAddressPart, slug: isAddressPart },
}

/** Settings that become links: an address, or a list of them. */
const LINKS: ReadonlySet<unknown> = new Set(['url', 'social'])
const ADDRESS = /^https?:\/\//i

/**
 * Rejects rows that would lead the shop outside of its folder, or a visitor to a script. An archive is sealed, but not
 * signed: whoever can change one can seal it anew.
 */
export function requireSafeRows(table: string, lines: readonly string[]): void {
  const checks = Object.entries(CHECKS[table] ?? {})
  if (checks.length === 0 && table !== 'shop_settings') return
  for (const line of lines) {
    const row: Record<string, unknown> = JSON.parse(line)
    const bad = checks.find(
      ([column, check]) => column in row && !(typeof row[column] === 'string' && check(row[column])),
    )
    if (bad !== undefined) throw unsafe(`${table}.${bad[0]}`)
    if (table === 'shop_settings' && LINKS.has(row.key) && !isLinks(row.value)) throw unsafe(`${table}.${row.key}`)
  }
}

function isLinks(value: unknown): boolean {
  const parsed = parseJson(String(value))
  const links = Array.isArray(parsed) ? parsed.map((entry: unknown) => Object(entry).url) : [parsed]
  return links.every((link) => typeof link === 'string' && ADDRESS.test(link))
}

/** `undefined` for what is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unsafe(column: string): BackupError {
  const sentence = `The backup holds a value in ${column} that this shop does not write`
  return new BackupError(`${sentence}: somebody has changed it. Take another; nothing was restored.`)
}

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { isMailAddress } from './mail/mail-address.ts'

const text = z.string('must be text in quotes').check(z.trim(), z.minLength(1, 'must not be empty'))
export const mailAddress = text.check(z.refine(isMailAddress, 'must be one mail address such as hello@shop.example'))
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
const notice = text.check(
  z.refine(
    (words) => !/\{(?!(email|contact|shop)\})/.test(words),
    'may hold no other braces than {email}, {contact} and {shop}',
  ),
)

/** The schema of shop.config.ts. */
const shopConfig = z.object({
  name: text,
  tagline: text,
  description: text,
  url: webAddress,
  email: mailAddress,
  supportEmail: mailAddress,
  social: z.array(z.object({ name: text, url: webAddress }), 'must be a list of name and url'),
  notices: z.array(notice, 'must be a list of lines'),
})

/**
 * What is wrong with shop.config.ts, as a sentence for its owner; `null` when it is valid. Call it before any module
 * that imports the file, since Node would otherwise exit with a stack trace.
 */
export async function shopConfigProblem(
  file: string = join(import.meta.dirname, '../shop.config.ts'),
): Promise<string | null> {
  try {
    const { shop }: { shop?: unknown } = await import(pathToFileURL(file).href)
    return contentProblem(shop)
  } catch (error) {
    return `shop.config.ts${lineOf(error)} cannot be read: ${reasonOf(error)}`
  }
}

function contentProblem(shop: unknown): string | null {
  if (shop === undefined) return 'shop.config.ts must say `export const shop = { … }`.'
  const result = z.safeParse(shopConfig, shop)
  if (result.success) return null
  const { path, message } = result.error.issues[0] ?? { path: [], message: 'is wrong' }
  const field = path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : `${name}.${String(key)}`),
    'shop',
  )
  return `shop.config.ts: ${field} ${message}.`
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

import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isLoopbackUrl } from '@shop/contract/http/loopback'
import type { ShopSettings } from '@shop/contract/pages/shop'
import { isTimeZone } from '@shop/contract/settings/time-zone'
import * as z from 'zod/mini'
import { decodeText } from '../lib/files.ts'
import { withPostgresVariables } from './database-url.ts'
import { listOf, SETTINGS, type Setting } from './definitions.ts'

const PROJECT_FOLDER = resolve(import.meta.dirname, '../../..')

type Environment = Readonly<Record<string, string | undefined>>

type Name = keyof typeof SETTINGS
type Output<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>
type Values = {
  [N in Name]: (typeof SETTINGS)[N] extends { default: string } ? Output<N> : Output<N> | undefined
}

export type BraintreeKeys = {
  /** `development` uses the gateway that GATEWAY_HOST and GATEWAY_PORT name to Braintree's library. */
  environment: 'development' | 'sandbox' | 'production'
  merchantId: string
  publicKey: string
  privateKey: string
}

/** Days after which data is deleted; `null`: never. */
export type RetentionSettings = Readonly<{
  mailDays: number | null
  sessionDays: number | null
  inquiryDays: number | null
  visitDays: number | null
  auditDays: number | null
}>

export type Settings = Readonly<{
  port: number
  host: string
  /** Without a trailing slash; `null`: that of the shop's settings, see `publicUrlOf`. */
  publicUrl: string | null
  /** An absolute folder. */
  dataDir: string
  databaseUrl: string | null
  /** An absolute folder; `null` without nightly backups. */
  backupDir: string | null
  retention: RetentionSettings
  /** Without a trailing slash. */
  apiUrl: string | null
  smtpUrl: string | null
  /** `null`: that of the shop's settings, see `mailToOf`. */
  mailTo: string | null
  braintree: BraintreeKeys | null
  demo: boolean
  logLevel: string
  /** Addresses and networks of proxies; by default none is trusted. */
  trustProxy: string[]
  drainSeconds: number
  metricsToken: string | null
  /** `null`: the one in DATA_DIR. */
  adminSecret: string | null
}>

/** An invalid setting; the message is one sentence for the person who starts the shop. */
class SettingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingError'
  }
}

/**
 * Reads the settings, by default from the environment and `.env`. Throws a `SettingError` that names the first invalid
 * one.
 */
export function readSettings(environment: Environment = readEnvironment()): Settings {
  const values = readValues(environment)
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL === undefined ? null : withoutSlash(values.PUBLIC_URL),
    dataDir: resolve(PROJECT_FOLDER, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL === undefined ? null : withPostgresVariables(values.DATABASE_URL, environment),
    backupDir: values.BACKUP_DIR === undefined ? null : resolve(PROJECT_FOLDER, values.BACKUP_DIR),
    retention: {
      mailDays: values.KEEP_MAIL_DAYS,
      sessionDays: values.KEEP_SESSION_DAYS,
      inquiryDays: values.KEEP_INQUIRY_DAYS,
      visitDays: values.KEEP_VISIT_DAYS,
      auditDays: values.KEEP_AUDIT_DAYS,
    },
    apiUrl: values.API_URL === undefined ? null : withoutSlash(values.API_URL),
    smtpUrl: values.SMTP_URL ?? null,
    mailTo: values.MAIL_TO ?? null,
    braintree: readBraintree(values),
    demo: (values.DEMO ?? (values.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    logLevel: values.LOG_LEVEL,
    trustProxy: listOf(values.TRUST_PROXY).filter((entry) => entry !== 'off'),
    drainSeconds: values.DRAIN_SECONDS,
    metricsToken: values.METRICS_TOKEN ?? null,
    adminSecret: values.ADMIN_SECRET ?? null,
  })
}

/**
 * The shop's URL without a trailing slash: PUBLIC_URL, or else that of the shop's settings. That of a new shop is this
 * machine's; it then has the port that the shop listens on.
 */
export function publicUrlOf(
  { publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>,
  { url }: Pick<ShopSettings, 'url'>,
): string {
  if (publicUrl !== null) return publicUrl
  return isLoopbackUrl(url) && port !== 0 ? `http://localhost:${port}` : withoutSlash(url)
}

/** Whether cards are not charged, because the keys are those of a sandbox, or because there are none. */
export function isTestShop({ braintree }: Pick<Settings, 'braintree'>): boolean {
  return braintree?.environment !== 'production'
}

/** Whether, by its settings, only this machine reaches the shop. A proxy that is trusted brings visitors from elsewhere. */
export function opensOnlyHere(
  settings: Pick<Settings, 'host' | 'publicUrl' | 'port' | 'trustProxy'>,
  shop: Pick<ShopSettings, 'url'>,
): boolean {
  const { host, trustProxy } = settings
  if (trustProxy.length > 0) return false
  return isLoopbackUrl(`http://${isIPv6(host) ? `[${host}]` : host}`) && isLoopbackUrl(publicUrlOf(settings, shop))
}

/**
 * Where a link into the admin leads, without a trailing slash: to PUBLIC_URL, or else to the address in use; where that is
 * this machine's, to the shop's own https address, which others reach too. Over the network the admin opens by https only.
 */
export function adminUrlOf(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { url }: Pick<ShopSettings, 'url'>,
  inUse: string,
): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return isLoopbackUrl(inUse) && url.startsWith('https:') ? withoutSlash(url) : inUse
}

/** Where mails to the family go, and where their links lead, without a trailing slash. */
export type ToFamily = { to: string; url: string }

/** The recipient of mails to the family, and the public address of the shop for their links. */
export function toFamilyOf(
  settings: Pick<Settings, 'mailTo' | 'publicUrl' | 'port'>,
  shop: Pick<ShopSettings, 'email' | 'url'>,
): ToFamily {
  return { to: mailToOf(settings, shop), url: publicUrlOf(settings, shop) }
}

/** Recipient of messages to the shop: MAIL_TO, or else the address in the shop's settings. */
export function mailToOf({ mailTo }: Pick<Settings, 'mailTo'>, { email }: Pick<ShopSettings, 'email'>): string {
  return mailTo ?? email
}

/**
 * The environment, and what it lacks from the settings file: `.env` of the project, whatever the working directory, so
 * that the shop and its commands read the same. ENV_FILE names another file, or none when empty.
 */
export function readEnvironment(environment: Environment = process.env): Environment {
  return { ...readSettingsFile(environment), ...environment }
}

/** Variables of other programs that the settings file may hold as well. */
const OF_OTHERS = /^(PG|POSTGRES_|NODE_|GATEWAY_)|^(TZ|HOME|PATH)$/

/** A sentence about each name in the settings file that is no setting, without its value, which may be a secret. */
export function listUnknownSettings(environment: Environment = process.env): string[] {
  return Object.keys(readSettingsFile(environment))
    .filter((name) => !(name in SETTINGS) && !OF_OTHERS.test(name))
    .map((name) => `The settings file has ${name}, which is no setting and does nothing.`)
}

/** Prefixes that no other program uses, and what older versions had as a setting. */
const OWN_NAME = /^(BRAINTREE|KEEP)_|^WORKERS$/

/** A sentence about each name in the environment that seems to be meant as a setting and is none, and about a wrong TZ. */
export function listMisspelt(environment: Environment = process.env): string[] {
  const misspelt = Object.keys(environment).flatMap((name) => {
    if (name in SETTINGS || OF_OTHERS.test(name)) return []
    const meant = Object.keys(SETTINGS).find((setting) => isMisspelt(name, setting))
    if (meant === undefined && !OWN_NAME.test(name)) return []
    const question = meant === undefined ? '' : ` Is ${meant} meant?`
    return [`The environment has ${name}, which is no setting and does nothing.${question}`]
  })
  const zone = environment.TZ
  if (!zone || isTimeZone(zone.replace(/^:/, ''))) return misspelt
  return [
    ...misspelt,
    `TZ is ${zone}, which is no time zone. It changes nothing in the shop, whose own is in its settings.`,
  ]
}

/** Whether one letter, or two that are swapped, is all that a name of some length differs by. */
function isMisspelt(name: string, setting: string): boolean {
  if (setting.length < 6 || Math.abs(name.length - setting.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === setting[start]) start += 1
  const [rest, expected] = [name.slice(start), setting.slice(start)]
  const isSwapped = rest[0] === expected[1] && rest[1] === expected[0] && rest.slice(2) === expected.slice(2)
  return isSwapped || rest.slice(1) === expected || rest === expected.slice(1) || rest.slice(1) === expected.slice(1)
}

function readSettingsFile(environment: Environment): Environment {
  const name = environment.ENV_FILE ?? '.env'
  if (name.trim() === '') return {}
  const file = resolve(PROJECT_FOLDER, name)
  try {
    return parseEnv(decodeText(readFileSync(file)))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && environment.ENV_FILE === undefined) return {}
    throw new SettingError(`The settings file ${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`)
  }
}

/** Every setting with its default, as `npm start -- --help` prints them. */
export function listSettings(): string {
  const settings = Object.entries<Setting>(SETTINGS).map(([name, { default: value, shown, description }]) => {
    return `  ${name}\n      ${description}. Default: ${shown ?? value ?? 'none'}`
  })
  return ['Settings, all optional:', ...settings].join('\n')
}

function readValues(environment: Environment): Values {
  const values = Object.entries<Setting>(SETTINGS).map(([name, { schema, default: value }]) => {
    // An empty value counts as not set, as in many tools.
    const given = environment[name]?.trim() || value
    if (given === undefined) return [name, undefined]
    const result = z.safeParse(schema, given)
    if (!result.success) throw new SettingError(`Setting ${name} ${result.error.issues[0]?.message ?? 'is wrong'}.`)
    return [name, result.data]
  })
  // Each value was parsed by its own schema.
  return Object.fromEntries(values) as Values
}

function readBraintree(values: Values): BraintreeKeys | null {
  const {
    BRAINTREE_ENVIRONMENT: environment,
    BRAINTREE_MERCHANT_ID: merchantId,
    BRAINTREE_PUBLIC_KEY: publicKey,
    BRAINTREE_PRIVATE_KEY: privateKey,
  } = values
  if (environment && merchantId && publicKey && privateKey) return { environment, merchantId, publicKey, privateKey }
  const missing = BRAINTREE_NAMES.filter((name) => values[name] === undefined)
  if (missing.length === BRAINTREE_NAMES.length) return null
  throw new SettingError(`Setting ${missing[0]} is missing: the four BRAINTREE settings come together or not at all.`)
}

const BRAINTREE_NAMES: readonly Name[] = [
  'BRAINTREE_ENVIRONMENT',
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
]

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

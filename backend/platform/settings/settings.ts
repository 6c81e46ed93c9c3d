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
import { type GatewayKeys, parseGateways } from './gateway-settings.ts'
import { SettingError } from './setting-error.ts'

const PROJECT_FOLDER = resolve(import.meta.dirname, '../../..')

type Environment = Readonly<Record<string, string | undefined>>

type Name = keyof typeof SETTINGS
type Output<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>
type Values = {
  [N in Name]: (typeof SETTINGS)[N] extends { default: string } ? Output<N> : Output<N> | undefined
}

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
  /** Without a trailing slash; `null`: see `publicUrlOf`. */
  publicUrl: string | null
  dataDir: string
  databaseUrl: string | null
  backupDir: string | null
  retention: RetentionSettings
  apiUrl: string | null
  smtpUrl: string | null
  /** `null`: see `mailToOf`. */
  mailTo: string | null
  /** Payment gateways with keys. New payments use the first. */
  gateways: readonly GatewayKeys[]
  demo: boolean
  logLevel: string
  trustProxy: string[]
  drainSeconds: number
  metricsToken: string | null
  /** `null`: the one in DATA_DIR. */
  adminSecret: string | null
}>

/** Parses the environment and `.env`. Throws a `SettingError` for the first invalid setting. */
export function readSettings(environment: Environment = readEnvironment()): Settings {
  const values = parseValues(environment)
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
    gateways: parseGateways(values),
    demo: (values.DEMO ?? (values.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    logLevel: values.LOG_LEVEL,
    trustProxy: listOf(values.TRUST_PROXY).filter((entry) => entry !== 'off'),
    drainSeconds: values.DRAIN_SECONDS,
    metricsToken: values.METRICS_TOKEN ?? null,
    adminSecret: values.ADMIN_SECRET ?? null,
  })
}

/** PUBLIC_URL or the shop's own URL, without a trailing slash. A new shop's is this machine with its port. */
export function publicUrlOf(
  { publicUrl, port }: Pick<Settings, 'publicUrl' | 'port'>,
  { url }: Pick<ShopSettings, 'url'>,
): string {
  if (publicUrl !== null) return publicUrl
  return isLoopbackUrl(url) && port !== 0 ? `http://localhost:${port}` : withoutSlash(url)
}

/** Whether new payments charge no card: the keys of their provider, which is the first, are a sandbox's, or missing. */
export function isTestShop({ gateways }: Pick<Settings, 'gateways'>): boolean {
  return gateways[0]?.environment !== 'production'
}

/** Whether cards can be charged, if only for payments of an earlier provider. */
export function canChargeCards({ gateways }: Pick<Settings, 'gateways'>): boolean {
  return gateways.some(({ environment }) => environment === 'production')
}

/** Whether only this machine reaches the shop. A trusted proxy brings others. */
export function opensOnlyHere(
  settings: Pick<Settings, 'host' | 'publicUrl' | 'port' | 'trustProxy'>,
  shop: Pick<ShopSettings, 'url'>,
): boolean {
  const { host, trustProxy } = settings
  if (trustProxy.length > 0) return false
  return isLoopbackUrl(`http://${isIPv6(host) ? `[${host}]` : host}`) && isLoopbackUrl(publicUrlOf(settings, shop))
}

/** The base of links into the admin: PUBLIC_URL, the address in use, or the shop's https address for a local one. */
export function adminUrlOf(
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  { url }: Pick<ShopSettings, 'url'>,
  inUse: string,
): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return isLoopbackUrl(inUse) && url.startsWith('https:') ? withoutSlash(url) : inUse
}

export type ToFamily = { to: string; url: string }

/** The recipient of emails to the shop, and its public address for their links. */
export function toFamilyOf(
  settings: Pick<Settings, 'mailTo' | 'publicUrl' | 'port'>,
  shop: Pick<ShopSettings, 'email' | 'url'>,
): ToFamily {
  return { to: mailToOf(settings, shop), url: publicUrlOf(settings, shop) }
}

/** MAIL_TO, or else the address in the shop's settings. */
export function mailToOf({ mailTo }: Pick<Settings, 'mailTo'>, { email }: Pick<ShopSettings, 'email'>): string {
  return mailTo ?? email
}

/** The environment, completed from `.env` of the project or the file in ENV_FILE, none when that is empty. */
export function readEnvironment(environment: Environment = process.env): Environment {
  return { ...readSettingsFile(environment), ...environment }
}

/** Other programs' variables that the settings file may hold. */
const OF_OTHERS = /^(PG|POSTGRES_|NODE_|GATEWAY_)|^(TZ|HOME|PATH)$/

/** Lists unknown names in the settings file, without their values, which may be secrets. */
export function listUnknownSettings(environment: Environment = process.env): string[] {
  return Object.keys(readSettingsFile(environment))
    .filter((name) => !(name in SETTINGS) && !OF_OTHERS.test(name))
    .map((name) => `The settings file has ${name}, which is no setting and does nothing.`)
}

/** Prefixes of settings that many programs use. */
const GENERAL_PREFIXES = ['API', 'DATA', 'ENV', 'LOG', 'PUBLIC']
const OWN_PREFIXES: ReadonlySet<string | undefined> = new Set(
  Object.keys(SETTINGS)
    .map(prefixOf)
    .filter((prefix) => prefix !== undefined && !GENERAL_PREFIXES.includes(prefix)),
)
/** Settings of older versions. */
const OLD_SETTINGS = ['WORKERS']

function prefixOf(name: string): string | undefined {
  return /^([^_]+)_/.exec(name)?.[1]
}

/** Lists likely misspellings in the environment, and a wrong TZ. */
export function listMisspelt(environment: Environment = process.env): string[] {
  const misspelt = Object.keys(environment).flatMap((name) => {
    if (name in SETTINGS || OF_OTHERS.test(name)) return []
    const isOwn = OWN_PREFIXES.has(prefixOf(name))
    const meant = Object.keys(SETTINGS).find(
      (setting) => isMisspelt(name, setting) || (isOwn && setting.startsWith(`${name}_`)),
    )
    if (meant === undefined && !isOwn && !OLD_SETTINGS.includes(name)) return []
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

/** Whether a name differs by one letter, or by two swapped ones. */
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

export function listSettings(): string {
  const settings = Object.entries<Setting>(SETTINGS).map(([name, { default: value, shown, description }]) => {
    return `  ${name}\n      ${description}. Default: ${shown ?? value ?? 'none'}`
  })
  return ['Settings, all optional:', ...settings].join('\n')
}

function parseValues(environment: Environment): Values {
  const values = Object.entries<Setting>(SETTINGS).map(([name, { schema, default: value }]) => {
    // Empty counts as not set, as in many tools.
    const given = environment[name]?.trim() || value
    if (given === undefined) return [name, undefined]
    const result = z.safeParse(schema, given)
    if (!result.success) throw new SettingError(`Setting ${name} ${result.error.issues[0]?.message ?? 'is wrong'}.`)
    return [name, result.data]
  })
  // Each value was parsed by its own schema.
  return Object.fromEntries(values) as Values
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

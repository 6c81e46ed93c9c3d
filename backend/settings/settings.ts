import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { mailAddress, webAddress, webOrigin } from '@shop/contract/admin/settings'
import { isLoopbackUrl } from '@shop/contract/loopback'
import type { ShopSettings } from '@shop/contract/shop'
import * as z from 'zod/mini'
import { hasUnescapedPassword, withPostgresVariables } from '../database/database-url.ts'
import { decodeText } from '../lib/files.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const text = z.string().check(z.trim(), z.minLength(1))
/** A number of days, or `off` (`null`). */
const DAYS = 'must be a number of days from 1 to 36500, or off'
const days = z.pipe(
  z.string().check(
    z.regex(/^(off|[1-9]\d{0,4})$/, DAYS),
    z.refine((value) => value === 'off' || Number(value) <= 36_500, DAYS),
  ),
  z.transform((value) => (value === 'off' ? null : Number(value))),
)
const UNESCAPED_PASSWORD = 'has a password with / ? or #: write them as %2F, %3F and %23'
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

type Environment = Readonly<Record<string, string | undefined>>

/** `default` is parsed like a given value; `shown` is what docs/settings.md says instead. Without a default: none. */
type Setting = { schema: z.ZodMiniType; default?: string; shown?: string; description: string }

/** Every setting: schema, default and description. All are optional. */
const SETTINGS = {
  ENV_FILE: {
    schema: text,
    default: '.env',
    description: 'File of settings, a line `NAME=value` each; the environment takes precedence',
  },
  PORT: {
    schema: z
      .pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')), z.transform(Number))
      .check(z.refine((port) => port <= 65535, 'must be a number from 0 to 65535')),
    default: '3000',
    description: 'Port to listen on; 0 takes a free one',
  },
  HOST: { schema: text, default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for every network' },
  PUBLIC_URL: {
    schema: webOrigin,
    shown: "the shop's own `url`; if that is this machine's, with PORT",
    description:
      'Address that visitors reach the shop at; also the one origin whose pages may call this backend from elsewhere',
  },
  DATA_DIR: {
    schema: text,
    default: './data',
    description: 'Folder for the embedded database and the smaller copies of pictures, relative to the project folder',
  },
  DATABASE_URL: {
    schema: text.check(
      z.refine((value) => !hasUnescapedPassword(value), { error: UNESCAPED_PASSWORD, abort: true }),
      z.refine(
        (value) => /^postgres(ql)?:/.test(value) && URL.canParse(value),
        'must be an address such as postgres://user:password@host/name',
      ),
    ),
    description:
      "PostgreSQL to use in place of the embedded SQLite database; PostgreSQL's own `PGPASSWORD`, `PGUSER` and the like complete it",
  },
  BACKUP_DIR: {
    schema: text,
    shown: 'none; by hand and before an update `backups` in DATA_DIR',
    description: 'Folder for a backup every night, relative to the project folder; the shop does not create it',
  },
  KEEP_MAIL_DAYS: {
    schema: days,
    default: '90',
    description: 'Days after which the texts of sent mails are deleted, or `off`',
  },
  KEEP_SESSION_DAYS: {
    schema: days,
    default: '1',
    description: 'Days after which an expired sign-in to the shop or the admin is deleted, or `off`',
  },
  KEEP_INQUIRY_DAYS: {
    schema: days,
    default: '365',
    description: 'Days after which an answered message is deleted, or `off`',
  },
  KEEP_VISIT_DAYS: {
    schema: days,
    default: '730',
    description: 'Days after which the counts of page views are deleted, or `off`',
  },
  KEEP_AUDIT_DAYS: {
    schema: days,
    default: '1095',
    description: 'Days after which an entry of the audit log is deleted, or `off`; what is deleted cannot be undone',
  },
  API_URL: {
    schema: webAddress,
    description:
      'Another backend for all calls, whose redirects the shop does not follow; only pages are served here then',
  },
  SMTP_URL: {
    schema: text.check(
      z.refine((value) => !hasUnescapedPassword(value), { error: UNESCAPED_PASSWORD, abort: true }),
      z.refine(
        (value) => /^smtps?:/.test(value) && URL.canParse(value),
        'must be an address such as smtps://user:password@host',
      ),
    ),
    description: 'Mail server; without it messages wait in the outbox',
  },
  MAIL_TO: {
    schema: mailAddress,
    shown: "the shop's own `email`",
    description: 'Where messages to the shop are sent',
  },
  BRAINTREE_ENVIRONMENT: {
    schema: z.enum(['development', 'sandbox', 'production'], { error: 'must be development, sandbox or production' }),
    description: 'Braintree environment; the four BRAINTREE settings come together or not at all',
  },
  BRAINTREE_MERCHANT_ID: { schema: text, description: 'Braintree merchant' },
  BRAINTREE_PUBLIC_KEY: { schema: text, description: 'Braintree public key' },
  BRAINTREE_PRIVATE_KEY: { schema: text, description: 'Braintree private key' },
  DEMO: {
    schema: onOff,
    shown: 'on with SQLite, off with DATABASE_URL',
    description:
      "Whether the demo customer and demo orders exist; never where HOST, PUBLIC_URL or the shop's own `url` says that others reach the shop",
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
    default: 'info',
    description: 'How much is logged',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .check(
        z.refine(
          (value) => value === 'off' || listOf(value).every(isAddressOrNetwork),
          'must be off, or the addresses of your proxies such as 127.0.0.1, 10.0.0.0/8; how many they are is not enough',
        ),
      ),
    default: 'off',
    description:
      "Addresses or networks (CIDR) of the proxies in front, such as 127.0.0.1, 10.0.0.0/8; only these may name a visitor's address",
  },
  WORKERS: {
    schema: z.pipe(
      z.string().check(z.regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto, or a number from 1 to 64')),
      z.transform((value) => (value === 'auto' ? availableParallelism() : Number(value))),
    ),
    default: '1',
    description: 'Processes that serve requests on the port: a number, or auto for one per processor core',
  },
  DRAIN_SECONDS: {
    schema: z
      .pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a number from 0 to 300')), z.transform(Number))
      .check(z.refine((seconds) => seconds <= 300, 'must be a number from 0 to 300')),
    default: '0',
    description:
      'How long a shop that was told to stop continues to serve while `/readyz` responds 503, so that a balancer sends new visitors elsewhere',
  },
  ADMIN_SECRET: {
    schema: z.string().check(z.minLength(32, 'must be at least 32 characters')),
    shown: 'a random one, in the file `admin-secret` in DATA_DIR',
    description:
      'What signs the sessions of the admin and encrypts its code apps; a change of it ends both. Several machines need the same',
  },
  METRICS_TOKEN: {
    schema: z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or . _ ~ + / = -')),
    description: 'Token that Prometheus sends to read `/metrics`; without it nobody may',
  },
} satisfies Record<string, Setting>

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
  /** Number of processes that serve requests. */
  workers: number
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
    dataDir: resolve(ROOT, values.DATA_DIR),
    databaseUrl: values.DATABASE_URL === undefined ? null : withPostgresVariables(values.DATABASE_URL, environment),
    backupDir: values.BACKUP_DIR === undefined ? null : resolve(ROOT, values.BACKUP_DIR),
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
    workers: values.WORKERS,
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

/** Whether, by its settings, only this machine reaches the shop. */
export function opensOnlyHere(
  settings: Pick<Settings, 'host' | 'publicUrl' | 'port'>,
  shop: Pick<ShopSettings, 'url'>,
): boolean {
  const { host } = settings
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

function readSettingsFile(environment: Environment): Environment {
  const name = environment.ENV_FILE ?? '.env'
  if (name.trim() === '') return {}
  const file = resolve(ROOT, name)
  try {
    return parseEnv(decodeText(readFileSync(file)))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && environment.ENV_FILE === undefined) return {}
    throw new SettingError(`The settings file ${file} ${isMissing ? 'does not exist' : 'cannot be read'}.`)
  }
}

/** The table of settings for the documents, generated from the definitions. */
export function settingsTable(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(([name, { default: value, shown, description }]) => {
    return `| \`${name}\` | ${shown ?? value ?? 'none'} | ${description} |`
  })
  return ['| Setting | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n')
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

function listOf(value: string): string[] {
  return value.split(',').map((entry) => entry.trim())
}

/**
 * An IP address, or a network such as 10.0.0.0/8. All addresses (/0) are rejected: any client could then choose its
 * own.
 */
function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

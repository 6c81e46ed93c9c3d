import { isIP, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { shop } from '../shop.config.ts'
import { isMailAddress } from './mail/mail-address.ts'

const ROOT = resolve(import.meta.dirname, '..')

const text = z.string().check(z.trim(), z.minLength(1))
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
const mailAddress = z
  .string()
  .check(z.trim(), z.refine(isMailAddress, 'must be one mail address such as hello@shop.example'))
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

type Setting = { schema: z.ZodMiniType; default: string; description: string }

/** Every setting: how it is read, its default as the README shows it, and what it does. All are optional. */
const SETTINGS = {
  PORT: {
    schema: z
      .pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')), z.transform(Number))
      .check(z.refine((port) => port <= 65535, 'must be a number from 0 to 65535')),
    default: '3000',
    description: 'Port to listen on; 0 takes a free one',
  },
  HOST: { schema: text, default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for every network' },
  PUBLIC_URL: {
    schema: webAddress,
    default: '`url` of shop.config.ts',
    description:
      'Address that visitors reach the shop at; also the one origin whose pages may call this backend from elsewhere',
  },
  DATA_DIR: {
    schema: text,
    default: './data',
    description: 'Folder for the embedded database and the smaller copies of pictures, seen from the project folder',
  },
  DATABASE_URL: {
    schema: z.url({
      protocol: /^postgres(ql)?$/,
      error: 'must be an address such as postgres://user:password@host/name',
    }),
    default: 'none',
    description: 'PostgreSQL to use in place of the embedded SQLite database',
  },
  API_URL: {
    schema: webAddress,
    default: 'none',
    description: 'Another backend that answers all calls; then only pages are served here',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@host' }),
    default: 'none',
    description: 'Mail server; without it messages wait in the outbox',
  },
  MAIL_TO: {
    schema: mailAddress,
    default: '`email` of shop.config.ts',
    description: 'Where messages to the shop are sent',
  },
  BRAINTREE_ENVIRONMENT: {
    schema: z.enum(['development', 'sandbox', 'production'], { error: 'must be development, sandbox or production' }),
    default: 'none',
    description: 'Braintree environment; the four BRAINTREE settings come together or not at all',
  },
  BRAINTREE_MERCHANT_ID: { schema: text, default: 'none', description: 'Braintree merchant' },
  BRAINTREE_PUBLIC_KEY: { schema: text, default: 'none', description: 'Braintree public key' },
  BRAINTREE_PRIVATE_KEY: { schema: text, default: 'none', description: 'Braintree private key' },
  DEMO: {
    schema: onOff,
    default: 'on with SQLite, off with DATABASE_URL',
    description: 'Whether the demo customer and demo orders exist',
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
      "Addresses or networks (CIDR) of the proxies in front, such as 127.0.0.1, 10.0.0.0/8; only their word on a visitor's address counts",
  },
} satisfies Record<string, Setting>

type Name = keyof typeof SETTINGS
type Values = { [N in Name]?: z.output<(typeof SETTINGS)[N]['schema']> }

export type BraintreeKeys = {
  /** `development` is the gateway that GATEWAY_HOST and GATEWAY_PORT name to Braintree's own library. */
  environment: 'development' | 'sandbox' | 'production'
  merchantId: string
  publicKey: string
  privateKey: string
}

export type Settings = Readonly<{
  port: number
  host: string
  /** Without a slash at the end. */
  publicUrl: string
  /** An absolute folder. */
  dataDir: string
  databaseUrl: string | null
  /** Without a slash at the end. */
  apiUrl: string | null
  smtpUrl: string | null
  mailTo: string
  braintree: BraintreeKeys | null
  demo: boolean
  logLevel: string
  /** Addresses and networks of proxies; empty trusts nobody. */
  trustProxy: string[]
}>

/** A setting that cannot be used; its message is one sentence for whoever starts the shop. */
class SettingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingError'
  }
}

/** Reads the settings, by default from the environment. Throws a `SettingError` that names the first wrong one. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const values = readValues(environment)
  return Object.freeze({
    port: values.PORT ?? 3000,
    host: values.HOST ?? '127.0.0.1',
    publicUrl: withoutSlash(values.PUBLIC_URL ?? shop.url),
    dataDir: resolve(ROOT, values.DATA_DIR ?? 'data'),
    databaseUrl: values.DATABASE_URL ?? null,
    apiUrl: values.API_URL === undefined ? null : withoutSlash(values.API_URL),
    smtpUrl: values.SMTP_URL ?? null,
    mailTo: values.MAIL_TO ?? shop.email,
    braintree: readBraintree(values),
    demo: (values.DEMO ?? (values.DATABASE_URL === undefined ? 'on' : 'off')) === 'on',
    logLevel: values.LOG_LEVEL ?? 'info',
    trustProxy: listOf(values.TRUST_PROXY ?? 'off').filter((entry) => entry !== 'off'),
  })
}

/** The README's table of settings, made from the definitions so that it cannot drift. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, { default: value, description }]) => {
    return `| \`${name}\` | ${value} | ${description} |`
  })
  return ['| Setting | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n')
}

function readValues(environment: Record<string, string | undefined>): Values {
  const read: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries<Setting>(SETTINGS)) {
    const given = environment[name]?.trim()
    // An empty value counts as none: that is how many tools write "not set".
    if (given === undefined || given === '') continue
    const result = z.safeParse(schema, given)
    if (!result.success) throw new SettingError(`Setting ${name} ${result.error.issues[0]?.message ?? 'is wrong'}.`)
    read[name] = result.data
  }
  return read
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

/** An IP address, or a network such as 10.0.0.0/8. The network of all addresses (/0) would let every client name its own. */
function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

import { isIP, isIPv6 } from 'node:net'
import { mailAddress, webAddress, webOrigin } from '@shop/contract/settings/admin'
import * as z from 'zod/mini'
import { hasUnescapedPassword } from './database-url.ts'
import { GATEWAY_SETTINGS, PROVIDER_NAMES } from './gateway-settings.ts'

const text = z.string().check(z.trim(), z.minLength(1))
/** `off` is `null`. */
const DAYS_PROBLEM = 'must be a number of days from 1 to 36500, or off'
const days = z.pipe(
  z.string().check(
    z.regex(/^(off|[1-9]\d{0,4})$/, DAYS_PROBLEM),
    z.refine((value) => value === 'off' || Number(value) <= 36_500, DAYS_PROBLEM),
  ),
  z.transform((value) => (value === 'off' ? null : Number(value))),
)
const UNESCAPED_PASSWORD = 'has a password with / ? or #: write them as %2F, %3F and %23'
const onOff = z.enum(['on', 'off'], { error: 'must be on or off' })

/** `default` is parsed like a given value; `shown` replaces it in `--help`. */
export type Setting = { schema: z.ZodMiniType; default?: string; shown?: string; description: string }

/** All are optional. */
export const SETTINGS = {
  ENV_FILE: {
    schema: text,
    default: '.env',
    description: 'File with settings, one `NAME=value` per line; the environment takes precedence',
  },
  PORT: {
    schema: z
      .pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')), z.transform(Number))
      .check(z.refine((port) => port <= 65535, 'must be a number from 0 to 65535')),
    default: '3000',
    description: 'Port to listen on; 0 picks a free one',
  },
  HOST: { schema: text, default: '127.0.0.1', description: 'Address to listen on; 0.0.0.0 for every network' },
  PUBLIC_URL: {
    schema: webOrigin,
    shown: "the shop's own `url`; if that is this machine's, with PORT",
    description: 'Address where visitors reach the shop; also the only other origin whose pages can call this backend',
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
      "PostgreSQL database to use instead of the embedded SQLite; PostgreSQL's own `PGPASSWORD`, `PGUSER` and the like also work",
  },
  BACKUP_DIR: {
    schema: text,
    shown: 'none; manual backups and those before an update go to `backups` in DATA_DIR',
    description: 'Folder for nightly backups, relative to the project folder; the shop does not create it',
  },
  KEEP_MAIL_DAYS: {
    schema: days,
    default: '90',
    description: 'Days until the texts of sent emails are deleted, or `off`',
  },
  KEEP_SESSION_DAYS: {
    schema: days,
    default: '1',
    description: 'Days until an expired sign-in to the shop or the admin is deleted, or `off`',
  },
  KEEP_INQUIRY_DAYS: {
    schema: days,
    default: '365',
    description: 'Days until an answered message is deleted, or `off`',
  },
  KEEP_VISIT_DAYS: {
    schema: days,
    default: '730',
    description: 'Days until page view counts are deleted, or `off`',
  },
  KEEP_AUDIT_DAYS: {
    schema: days,
    default: '1095',
    description: 'Days until an entry of the change log is deleted, or `off`; a deleted entry cannot be undone',
  },
  API_URL: {
    schema: webAddress,
    description: 'Another backend for all calls; only pages are then served here. Its redirects are not followed',
  },
  SMTP_URL: {
    schema: text.check(
      z.refine((value) => !hasUnescapedPassword(value), { error: UNESCAPED_PASSWORD, abort: true }),
      z.refine(
        (value) => /^smtps?:/.test(value) && URL.canParse(value),
        'must be an address such as smtps://user:password@host',
      ),
    ),
    description: 'Email server; without it, emails wait in the outbox',
  },
  MAIL_TO: {
    schema: mailAddress,
    shown: "the shop's own `email`",
    description: 'Where messages to the shop are sent',
  },
  PAYMENT_PROVIDER: {
    schema: z.enum(PROVIDER_NAMES, { error: `must be ${PROVIDER_NAMES.join(' or ')}` }),
    shown: 'the first one that is set up',
    description: 'Payment provider of new payments; those made before stay with theirs',
  },
  ...GATEWAY_SETTINGS,
  DEMO: {
    schema: onOff,
    shown: 'on with SQLite, off with DATABASE_URL',
    description:
      "Whether the demo customer and demo orders exist; never if HOST, PUBLIC_URL, TRUST_PROXY or the shop's own `url` shows that others can reach the shop",
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
    default: 'info',
    description: 'How much to log',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .check(
        z.refine(
          (value) => value === 'off' || listOf(value).every(isAddressOrNetwork),
          'must be off, or the addresses of your proxies such as 127.0.0.1, 10.0.0.0/8; their number is not enough',
        ),
      ),
    default: 'off',
    description:
      "Addresses or networks (CIDR) of your proxies, such as 127.0.0.1, 10.0.0.0/8; only these can tell a visitor's address",
  },
  DRAIN_SECONDS: {
    schema: z
      .pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a number from 0 to 300')), z.transform(Number))
      .check(z.refine((seconds) => seconds <= 300, 'must be a number from 0 to 300')),
    default: '0',
    description:
      'How long a stopping shop keeps serving while `/readyz` responds 503, so a load balancer can send new visitors elsewhere',
  },
  ADMIN_SECRET: {
    schema: z.string().check(z.minLength(32, 'must be at least 32 characters')),
    shown: 'a random one, in the file `admin-secret` in DATA_DIR',
    description:
      'Signs the sessions of the admin and encrypts its authenticator apps; changing it ends both. All machines need the same one',
  },
  METRICS_TOKEN: {
    schema: z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'must be at least 16 letters, digits or . _ ~ + / = -')),
    description: 'Token that Prometheus sends to read `/metrics`; without one, no one can read them',
  },
} satisfies Record<string, Setting>

export function listOf(value: string): string[] {
  return value.split(',').map((entry) => entry.trim())
}

/** An IP address or a network. Not /0: any client could then choose its own address. */
function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/')
  if (isIP(address) === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32)
}

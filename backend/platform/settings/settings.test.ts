import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  adminUrlOf,
  listMisspelt,
  listUnknownSettings,
  publicUrlOf,
  readEnvironment,
  readSettings,
} from './settings.ts'

test('settings: all are optional, and demo data is on only for the embedded database', () => {
  expect(readSettings({})).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true })
  expect(readSettings({ DATABASE_URL: 'postgres://localhost/shop' }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL: 'postgres://localhost/shop', DEMO: 'on' }).demo).toBe(true)
})

test('settings: the environment overrides the settings file, which is looked for in the project', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'shop-settings-')), 'some.env')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, '# A comment\nPORT=4000\nDEMO="off"\nDATABASE_URL=postgres://localhost/shop\n')
  const environment = readEnvironment({ ENV_FILE: file, PORT: '5000', DATABASE_URL: '' })
  expect(readSettings(environment)).toMatchObject({ port: 5000, demo: false, databaseUrl: null })
  expect(readEnvironment({ ENV_FILE: '', PORT: '1' })).toEqual({ ENV_FILE: '', PORT: '1' })
  expect(readEnvironment({ ENV_FILE: 'package.json', PORT: '1' })).toMatchObject({ PORT: '1' })
  expect(() => readEnvironment({ ENV_FILE: 'catalog' })).toThrow('cannot be read')
  // As Windows saves it.
  writeFileSync(file, '\uFEFFPORT=4000\r\nDEMO=off\r\n')
  expect(readSettings(readEnvironment({ ENV_FILE: file }))).toMatchObject({ port: 4000, demo: false })
})

test('settings: names in the settings file that are no settings are found, without their values', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'shop-settings-')), 'some.env')
  onTestFinished(() => rmSync(dirname(file), { recursive: true }))
  writeFileSync(file, 'SMTP_ULR=secret\nport=1\nSMTP_HOST=secret\nPOSTGRES_PASSWORD=x\nHOME=/\nTZ=UTC\nPORT=1\n')
  expect(listUnknownSettings({ ENV_FILE: file, SMTP_UR: 'of another program' })).toEqual([
    'The settings file has SMTP_HOST, which is no setting and does nothing.',
    'The settings file has SMTP_ULR, which is no setting and does nothing.',
    'The settings file has port, which is no setting and does nothing.',
  ])
  expect(listUnknownSettings({ ENV_FILE: '' })).toEqual([])
})

test('settings: names in the environment that are nearly settings are found, and none of other programs', () => {
  const others = { LOG_FORMAT: 'x', API_KEY: 'x', PORTS: 'x', DATA: 'x', npm_config_port: 'x', TZ: 'America/New_York' }
  expect(listMisspelt({ ...others, PORT: '1', SMTP_URL: 'x' })).toEqual([])
  expect(listMisspelt({ SMTP_ULR: 'secret', BACKUPDIR: 'x', BRAINTREE_MERCHANT: 'x', METRICS_TOKENS: 'x' })).toEqual([
    'The environment has SMTP_ULR, which is no setting and does nothing. Is SMTP_URL meant?',
    'The environment has BACKUPDIR, which is no setting and does nothing. Is BACKUP_DIR meant?',
    'The environment has BRAINTREE_MERCHANT, which is no setting and does nothing. Is BRAINTREE_MERCHANT_ID meant?',
    'The environment has METRICS_TOKENS, which is no setting and does nothing. Is METRICS_TOKEN meant?',
  ])
  const own = ['SMTP_HOST', 'MAIL_FROM', 'BACKUP_FOLDER', 'KEEP_DAYS', 'ADMIN_PASSWORD', 'DRAIN_TIME', 'TRUST_PROXIES']
  expect(listMisspelt(Object.fromEntries(own.map((name) => [name, 'secret'])))).toEqual(
    own.map((name) => `The environment has ${name}, which is no setting and does nothing.`),
  )
  expect(listMisspelt({ WORKERS: 'auto' })).toEqual([
    'The environment has WORKERS, which is no setting and does nothing.',
  ])
  expect(listMisspelt({ TZ: 'Mars/Olympus' })).toEqual([
    'TZ is Mars/Olympus, which is no time zone. It changes nothing in the shop, whose own is in its settings.',
  ])
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'shop'],
  ['PUBLIC_URL', 'https://shop.example/bags'],
  ['PUBLIC_URL', 'https://shop.example?a="b"'],
  ['PUBLIC_URL', 'https://ada:x@shop.example'],
  ['PUBLIC_URL', 'https://shop.example:99999'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'http://mail'],
  ['DEMO', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['BRAINTREE_MERCHANT_ID', 'alone'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '127.0.0.1, 2'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '::/0'],
  ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
  ['TRUST_PROXY', 'nginx'],
  ['METRICS_TOKEN', 'short'],
  ['DRAIN_SECONDS', '301'],
])('settings: an invalid %s is named and stops the start', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name.startsWith('BRAINTREE') ? /BRAINTREE/ : name)
})

const BRAINTREE = {
  BRAINTREE_ENVIRONMENT: 'sandbox',
  BRAINTREE_MERCHANT_ID: 'm',
  BRAINTREE_PUBLIC_KEY: 'p',
  BRAINTREE_PRIVATE_KEY: 's',
}

test('settings: a payment provider has all of its keys, and PAYMENT_PROVIDER names one that is set up', () => {
  expect(readSettings({}).gateways).toEqual([])
  const keys = { environment: 'sandbox', merchantId: 'm', publicKey: 'p', privateKey: 's' }
  expect(readSettings({ ...BRAINTREE, PAYMENT_PROVIDER: 'braintree' }).gateways).toEqual([
    { provider: 'braintree', ...keys },
  ])
  expect(() => readSettings({ PAYMENT_PROVIDER: 'braintree' })).toThrow(
    'Setting PAYMENT_PROVIDER is braintree, whose other settings are missing.',
  )
  expect(() => readSettings({ ...BRAINTREE, PAYMENT_PROVIDER: 'other' })).toThrow(
    'Setting PAYMENT_PROVIDER must be braintree.',
  )
})

test('settings: proxies are trusted by address or network, by default none', () => {
  expect(readSettings({}).trustProxy).toEqual([])
  expect(readSettings({ TRUST_PROXY: 'off' }).trustProxy).toEqual([])
  expect(readSettings({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
})

const NEW_SHOP = { url: 'http://localhost:3000' }
const OWN = { url: 'https://own.example/' }

test('the address of a new shop has the port that it listens on', () => {
  expect(publicUrlOf(readSettings({ PORT: '4100' }), NEW_SHOP)).toBe('http://localhost:4100')
  expect(publicUrlOf(readSettings({ PORT: '4100' }), OWN)).toBe('https://own.example')
  expect(publicUrlOf(readSettings({ PORT: '4100', PUBLIC_URL: 'http://shop.lan/' }), OWN)).toBe('http://shop.lan')
})

test('the address of the shop, in links into the admin is PUBLIC_URL, else the one in use, unless that opens on this machine only', () => {
  const given = readSettings({ PUBLIC_URL: 'https://shop.example' })
  expect(adminUrlOf(given, OWN, 'https://other.example')).toBe('https://shop.example')
  expect(adminUrlOf(readSettings({}), OWN, 'https://other.example')).toBe('https://other.example')
  expect(adminUrlOf(readSettings({}), OWN, 'http://localhost:4100')).toBe('https://own.example')
  expect(adminUrlOf(readSettings({}), NEW_SHOP, 'http://localhost:4100')).toBe('http://localhost:4100')
  // The admin does not open over a network without https.
  expect(adminUrlOf(readSettings({ PUBLIC_URL: 'http://shop.lan' }), NEW_SHOP, 'http://localhost:4100')).toBe(
    'http://localhost:4100',
  )
})

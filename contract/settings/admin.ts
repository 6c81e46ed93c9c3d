import * as z from 'zod/mini'
import { isMailAddress } from '../accounts/fields.ts'
import { typedAddress } from '../address/fields.ts'
import { keysOf } from '../http/coercion.ts'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { canParseUrl } from '../http/older-browsers.ts'
import { shopAddress } from './shop-address.ts'
import { DEFAULT_TIME_ZONE, isTimeZone } from './time-zone.ts'

const MAX_ENTRIES = 20

const maxLength = (most: number) => z.maxLength(most, `must not be longer than ${most} characters`)
const text = (most: number) =>
  z.string('must be text').check(z.trim(), z.minLength(1, { error: 'must not be empty', abort: true }), maxLength(most))
const list = <S extends z.ZodMiniType>(entry: S, error: string) =>
  z.array(entry, error).check(z.maxLength(MAX_ENTRIES, `must not be longer than ${MAX_ENTRIES} entries`))

export const mailAddress = text(300).check(
  z.refine(isMailAddress, 'must be one email address such as hello@shop.example'),
)
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://shop.example' })
/** An origin only, since paths are appended to it. */
export const webOrigin = z.string('must be text').check(
  z.trim(),
  z.refine(
    (value) => /^https?:\/\/[\w.:[\]-]+\/?$/i.test(value) && canParseUrl(value),
    'must be a web address such as https://shop.example, and nothing after it',
  ),
)
const notice = text(300).check(
  z.refine(
    (words) => !/\{(?!(email|contact|shop)\})/.test(words),
    'may only have {email}, {contact} and {shop} in braces',
  ),
)

export const timeZone = z
  .string('must be text')
  .check(z.refine(isTimeZone, 'must be a time zone such as America/New_York'))

const PERCENT_PROBLEM = 'must be a percentage from 0 to 100'
const SHIP_DAYS = 'must be a number of business days from 1 to 60'

type Setting = {
  schema: z.ZodMiniType
  /** `list`: lines; `pages`: names with addresses. */
  input: 'line' | 'text' | 'list' | 'pages' | 'number' | 'switch' | 'zone' | 'address'
  label: string
  hint: string
  older?: unknown
}

/** The shop's settings, from which type, form, command, calls, validation and undo are derived. */
export const SETTINGS = {
  name: {
    schema: text(100),
    input: 'line',
    label: 'Name',
    hint: 'In the header, in emails, and in the title of every page.',
  },
  tagline: { schema: text(300), input: 'text', label: 'Tagline', hint: 'Next to the name when someone shares a page.' },
  description: {
    schema: text(500),
    input: 'text',
    label: 'Description',
    hint: 'What search engines show below the name.',
  },
  url: {
    schema: webOrigin,
    input: 'line',
    label: 'Web address',
    hint: 'Shoppers reach the shop here, and links in emails and invitations lead here. Make sure it works first.',
  },
  email: {
    schema: mailAddress,
    input: 'line',
    label: 'Shop email',
    hint: 'For inquiries. Emails are sent from it.',
  },
  supportEmail: {
    schema: mailAddress,
    input: 'line',
    label: 'Support email',
    hint: 'In the footer and at the end of every email.',
  },
  social: {
    schema: list(z.object({ name: text(60), url: webAddress }), 'must be a list of name and url'),
    input: 'pages',
    label: 'Social pages',
    hint: 'The footer links to them.',
  },
  notices: {
    schema: list(notice, 'must be a list of lines'),
    input: 'list',
    label: 'Lines above the header',
    hint: 'One per line. {email}, {contact} and {shop} become links.',
  },
  openNotices: {
    schema: list(notice, 'must be a list of lines'),
    input: 'list',
    label: 'Lines while orders are open',
    hint: 'Above the header, instead of the notices. {email}, {contact} and {shop} become links.',
    older: [],
  },
  orders: {
    schema: z.enum(['paused', 'open'], { error: 'must be paused or open' }),
    input: 'switch',
    label: 'Online orders',
    hint: 'Paused: people browse and write. Open: they order and pay by card.',
    older: 'paused',
  },
  capture: {
    schema: z.enum(['at_shipping', 'at_order'], { error: 'must be at_shipping or at_order' }),
    input: 'switch',
    label: 'When cards are charged',
    hint: 'When the order ships, for the items still on it, or as soon as it’s placed.',
    older: 'at_shipping',
  },
  shipDays: {
    schema: z.int('must be a whole number').check(z.gte(1, SHIP_DAYS), z.lte(60, SHIP_DAYS)),
    input: 'number',
    label: 'Days until an order ships',
    hint: 'In business days. We promise this for every order. Overdue orders show in Today.',
    older: 2,
  },
  wholesalePercent: {
    schema: z.int('must be a whole number').check(z.gte(0, PERCENT_PROBLEM), z.lte(100, PERCENT_PROBLEM)),
    input: 'number',
    label: 'Wholesale price',
    hint: 'Percent of the price, for products without their own wholesale price on the line sheet.',
    older: 0,
  },
  timeZone: {
    schema: timeZone,
    input: 'zone',
    label: 'Time zone of the shop',
    hint: 'It determines which day an order, sale or refund counts toward. Past dates don’t change.',
    older: DEFAULT_TIME_ZONE,
  },
  shopAddress: {
    schema: shopAddress,
    input: 'address',
    label: 'Postal address',
    hint: 'The sender on packing slips. It appears at the end of every email, and returns are sent there.',
    older: null,
  },
} as const satisfies Record<string, Setting>

export const OLDER_VALUES = Object.fromEntries(
  Object.entries<Setting>(SETTINGS).map(([key, { older }]) => [key, older]),
)

/** The most business days that always fit into the seven days of a hold. */
const RESERVED_SHIP_DAYS = 5

/** Warns that a hold may expire before the order ships; `null` where it can't. */
export function reservationWarning({ capture, shipDays }: Pick<AdminSettings, 'capture' | 'shipDays'>): string | null {
  if (capture === 'at_order' || shipDays <= RESERVED_SHIP_DAYS) return null
  return `Banks hold an amount for about 7 days. If orders ship after ${shipDays} business days, some cards can no longer be charged. Charge cards when the order is placed, or ship within ${RESERVED_SHIP_DAYS} business days.`
}

export type SettingKey = keyof typeof SETTINGS
export const SETTING_KEYS: readonly SettingKey[] = keysOf(SETTINGS)

type Shape = { [Key in SettingKey]: (typeof SETTINGS)[Key]['schema'] }
export const allSettings = z.object(Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].schema])) as Shape)
export type AdminSettings = z.infer<typeof allSettings>
export const someSettings = z.partial(allSettings)
export type SomeSettings = z.infer<typeof someSettings>

const EARLIER_PAGE = 'The address is entered in parts now. Please reload this page.'

/** Typed settings: the address is in parts, and checked. */
const typedSettings = z.extend(someSettings, {
  shopAddress: z.optional(z.nullable(typedAddress)),
  /** As pages of an earlier version send it. */
  postalAddress: z.optional(z.never(EARLIER_PAGE)),
})

export type TextSetting = {
  [Key in SettingKey]: (typeof SETTINGS)[Key]['input'] extends 'line' | 'text' ? Key : never
}[SettingKey]

const wireMissing = z.object({ code: z.string(), text: z.string(), remedy: z.string() })
export type Missing = z.infer<typeof wireMissing>

export const adminSettings = defineAdminCalls({
  getSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'Returns the settings of the shop',
    description: 'Name, texts, emails, notices, social pages, and whether orders are open. Only for owners.',
    response: z.object({ settings: allSettings }),
  },
  listMissing: {
    method: 'GET',
    path: '/api/admin/settings/missing',
    summary: 'Lists what is missing before orders can be opened',
    description: 'Each with what to do; empty when nothing is. Changes nothing. Only for owners.',
    response: z.object({ missing: z.array(wireMissing) }),
  },
  changeSettings: {
    method: 'POST',
    path: '/api/admin/settings',
    summary: 'Changes settings',
    description:
      'Live within a second. 409 with the current values if one differs from `seen`, or with what is missing to open orders.',
    body: z.object({ wanted: typedSettings, seen: someSettings }),
    response: changeResult,
    errors: ['conflict'],
  },
})

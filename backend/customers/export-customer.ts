import { isMailAddress } from '@shop/contract/accounts/fields'
import { formatAdminMoney } from '@shop/contract/money'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Context } from '../platform/context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { escapeHtml } from '../platform/lib/text.ts'
import { mergeParts } from '../platform/merge-parts.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { listAddresses, requirePerson } from './change-customer.ts'
import { dataExportedMail } from './customers.mail.ts'

export type CustomerExport = { json: string; html: string }

/** Everything stored about a person, as JSON and as a page. The person gets an email, and the audit log says so. */
export async function exportCustomer(
  { database, clock, actor, modules }: ChangeContext & Pick<Context, 'modules'>,
  typed: string,
): Promise<CustomerExport> {
  return inTransaction(database, async (trx) => {
    const person = await requirePerson(trx, typed)
    const addresses = await listAddresses(trx, person)
    const [now, shop] = [clock(), await getShopSettings(trx)]
    const parts: [string, Record<string, readonly unknown[]> | undefined][] = []
    for (const { name, personalData } of modules) parts.push([name, await personalData?.read?.(trx, addresses)])
    const lists = mergeParts('personal data', parts)
    const data = { shop: shop.name, exported_at: now.toISOString(), addresses, ...lists }
    if (isMailAddress(person)) await enqueueMail(trx, dataExportedMail(person, shop), { now, shop })
    const subject = { kind: 'customer', id: person }
    await writeAudit(trx, {
      at: now,
      actor,
      action: 'customer.exported',
      subject,
      before: null,
      after: { orders: lists.orders?.length ?? 0 },
    })
    return {
      json: `${JSON.stringify(data, null, 2)}\n`,
      html: pageOf(`What ${shop.name} has stored about ${person}`, data),
    }
  })
}

function pageOf(title: string, data: object): string {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>`,
    '<style>body{font:16px/1.5 Georgia,serif;max-width:44em;margin:2em auto;padding:0 1em;overflow-wrap:anywhere}dt{font-weight:bold}dd{margin:0 0 .5em 1em;white-space:pre-wrap}li{margin-bottom:1em}</style></head>',
    `<body><h1>${escapeHtml(title)}</h1>`,
    htmlOf('', data),
    '</body></html>',
    '',
  ].join('\n')
}

/** A list of names and values, or of several. Empty values are left out. */
function htmlOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<ol>${value.map((item) => `<li>${htmlOf(name, item)}</li>`).join('\n')}</ol>`
  if (typeof value !== 'object' || value === null) return escapeHtml(textOf(name, value))
  const facts = Object.entries(value)
    .filter(([, inner]) => inner !== null && inner !== '' && !(Array.isArray(inner) && inner.length === 0))
    .map(([key, inner]) => `<dt>${escapeHtml(labelOf(key))}</dt><dd>${htmlOf(key, inner)}</dd>`)
  return `<dl>${facts.join('\n')}</dl>`
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'number' && name.endsWith('_cents')) return formatAdminMoney(value)
  if (typeof value === 'number' && name === 'tax_rate_millionths') return `${value / 10_000}%`
  if (YES_OR_NO.includes(name)) return value === 1 ? 'Yes' : 'No'
  return String(value)
}

const YES_OR_NO: readonly string[] = ['delivery_taxed', 'probable_spam']

const FIELD_LABELS: Readonly<Record<string, string>> = {
  address1: 'Street',
  address2: 'Address line 2',
  captured_cents: 'Charged',
  created_at: 'Created',
  customer_id: 'Account number',
  delivery_taxed: 'Sales tax on delivery',
  discount_cents: 'Discount from the code',
  expires_at: 'Valid until',
  image_file: 'Picture',
  linked_at: 'Added',
  message_id: 'Inquiry number',
  noted_at: 'Written',
  noticed_at: 'Told',
  order_date: 'Order date',
  order_id: 'Order number',
  order_item_id: 'Item number',
  order_status: 'Status',
  position: 'Position in the order, from 0',
  price_cents: 'Unit price',
  product_id: 'Product number',
  refunded_at: 'Refunded',
  refunded_cents: 'Refunded',
  regular_price_cents: 'Regular unit price',
  return_id: 'Return number',
  tax_cents: 'Sales tax',
  tax_rate_millionths: 'Sales tax rate',
  total_cents: 'Products after the discount',
  zip: 'ZIP code',
}

/** `confirmed_at` becomes "Confirmed", and `firstName` "First name". */
function labelOf(key: string): string {
  if (Object.hasOwn(FIELD_LABELS, key)) return FIELD_LABELS[key] ?? key
  const words = key
    .replace(/_(at|on|cents)$/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../platform/database/database.ts'
import { withSnapshot } from './create-backup.ts'
import { takesAnyText } from './row-forms.ts'
import { NOT_IN_BACKUPS } from './rows.ts'

/** A new column of text belongs here, or has a form of its own in `row-forms.ts` where it leads somewhere or is parsed. */
const ANY_TEXT = `
admin_accounts: id user_id account_id provider_id access_token refresh_token id_token scope password
admin_idempotency_keys: user_id key request_hash
admin_passkeys: id user_id name public_key credential_id device_type transports aaguid
admin_two_factors: id user_id secret backup_codes
admin_users: id name email image role rights
audit_log: actor action subject_kind subject_id
books_changes: day change_id
books_days: day way state channel
books_products: day way product_id product_name
catalog_meta: id
contact_answers: answer_id message_id text author mail_id
contact_messages: message_id first_name last_name email reason reference message
counters: name
customer_links: email person_email
customer_notes: note_id email author note
customers: customer_id first_name last_name email email_folded password_hash
delivery_options: delivery_type_id provider_name delivery_type display_text
demand: kind subject day
discount_codes: code kind state
disputes: dispute_id reference order_id state kind reason
gateway_events: event_hash kind reference gateway_id state
imported_orders: order_id import_id
known_addresses: customer_id address_hash
missing_pages: path day
open_imports: import_id
order_delays: order_id token_hash
order_entries: entry_id order_id
order_items: order_item_id order_id product_id product_name cancellation_reason cancellation_details
  cancellation_status refund_status
order_notes: note_id order_id author note
order_refunds: refund_id order_id note operation_id return_id
order_return_items: return_id order_item_id
order_returns: return_id order_id return_state reason details answer
order_terms: term order_id
order_transactions: transaction_id order_id order_item_id product_id product_name way state channel payment
  movement_id
orders: order_id customer_id first_name last_name email tracking_number imported_status order_status delivery_address
  shipped_by payment phone state address1 address2 city zip channel discount_code carrier delivery_name company region
  country
orders_to_post: order_id
orders_to_refund: order_id
outbox: id kind recipient reply_to subject text html state claim last_error order_id
page_versions: page changed_by
pay_links: link_id token_hash order_id mail_id withdrawn_mail
payment_movements: movement_id reference kind
payment_operations: operation_id reference claim last_error
payments: reference order_id gateway_id card_brand card_last_four
placements: placement_key body_hash state order_id reference customer_id client paid_order_id discount_code
planned_changes: planned_id product_id planned_by problem
product_pictures: alt
product_sums: day way product_id product_name
products: product_name line style color size short_description description status
products_to_delete: product_id
rate_limits: key_hash
return_labels: return_id token
sales_sums: day way state channel
shared_order_changes: order_id
shop_settings: key value
tax_rates: state
tax_source: source published note
tax_states: state permit
visits: page day
waitlist: token_hash email product_id
zip_tax_rates: state
`

test('every column that a restore fills with any text is known', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-columns-'))
  try {
    await (await openStore({ databaseUrl: null, dataDir })).close()
    const tables = await withSnapshot({ databaseUrl: null, dataDir }, async (snapshot) => snapshot.tables)
    const found = tables
      .filter(({ name }) => !NOT_IN_BACKUPS.has(name))
      .flatMap(({ name, columns }) =>
        columns.filter((column) => takesAnyText(name, column)).map((c) => `${name}.${c.name}`),
      )
    expect(found.sort()).toEqual(knownColumns().sort())
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

function knownColumns(): string[] {
  return ANY_TEXT.split(/\n(?! )/).flatMap((line) => {
    const [table = '', columns = ''] = line.split(': ')
    return columns.split(/\s+/).flatMap((column) => (column === '' ? [] : `${table}.${column}`))
  })
}

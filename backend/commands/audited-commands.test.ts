import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { contactCalls } from '@shop/contract/contact'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAuditEntry, listAudit } from '../admin/audit/audit.repository.ts'
import { listInquiries } from '../contact/contact.repository.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { placeOrder } from '../testing/orders.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { buildImage } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { buildProgram } from './program.ts'

/** Commands that change nothing that the owner owns, and why a few of them write nevertheless. */
const NOT_AUDITED: readonly string[] = [
  'lines list',
  'colors list',
  ...[
    'catalog list',
    'catalog export',
    'catalog line-sheet',
    'catalog scheduled',
    'images list',
    'orders list',
    'orders show',
    'orders history',
    'orders export',
  ],
  ...['orders to-ship', 'orders export-labels'],
  ...[
    'accounts show',
    'accounts count',
    'inquiries list',
    'inquiries show',
    'inquiries export',
    'visits list',
    'visits wanted',
  ],
  ...[
    'settings show',
    'delivery list',
    'tax list',
    'tax zips',
    'audit list',
    'audit show',
    'owner list',
    'outbox list',
    'doctor',
  ],
  'owner invitations',
  // Of a stopped shop: a hash that no one can read, and that the next start writes again.
  'owner forget-secret',
  ...['emails list', 'emails show', 'emails preview'],
  // A test for one of the family, as the button of the admin sends it.
  'emails send',
  ...['pages list', 'pages show', 'pages history'],
  ...['books show', 'books export'],
  // Stores sums of what is there.
  'books recount',
  ...['backup create', 'backup check'],
  // Takes over what the gateway says.
  'payments reconcile',
  // Audited where the gateway charged money without an order: see solve-unmatched.test.ts.
  ...['payments rebuild', 'payments refund', 'payments attach'],
  // Audited where a shopper has asked for a return, which no command does: see orders.commands.test.ts.
  ...['orders return accept', 'orders return decline', 'orders return receive'],
  // Audited where the shop can take cards: see pay-link.test.ts.
  ...['orders pay-link send', 'orders pay-link withdraw'],
  'waitlist list',
  'codes list',
  ...['customers list', 'customers show'],
  // Audited where somebody waits, which no command does: see mail-waitlist.test.ts.
  'waitlist forget',
  // Makes files that may be deleted at any time.
  'images warm',
  // Fills an empty database, audit log included.
  ...['backup restore', 'restore'],
]

/** Arguments for each command that changes something; the command lines in `before` prepare the shop. */
const AUDITED: Readonly<Record<string, { words: string; before?: string[] }>> = {
  'catalog import': { words: '{goods} --stock --yes' },
  'catalog add-color': { words: '101 Green' },
  'catalog delete': { words: '205' },
  'catalog schedule': { words: '101 2090-01-01T06:00 --price 75' },
  'catalog cancel-scheduled': { words: '{planned}', before: ['catalog schedule 101 2090-01-01T06:00 --price 75'] },
  'catalog set-low-stock': { words: '101 5' },
  'catalog set-stock': { words: '101 77' },
  'catalog sale': { words: '101 102 --percent 20 --from 2026-11-27 --until 2026-11-30 --yes' },
  'catalog end-sale': { words: '101 --yes', before: ['catalog sale 101 --dollars 5 --yes'] },
  'lines add': { words: 'Walker' },
  'lines set': { words: 'Campus --name Scholar --in-names' },
  'lines order': { words: 'Accessories Nomad Hybrid Campus' },
  'lines remove': { words: 'Nomad --to Hybrid' },
  'colors add': { words: 'Sunset --value #c05a3a' },
  'colors set': { words: 'Blue --name Navy2 --in-names' },
  'colors order': { words: 'Grey Blue Tan Black Brown Green Navy Olive Orange Pink Purple Red White Yellow' },
  'colors remove': { words: 'Blue --to Grey' },
  'images add': { words: '{picture}' },
  'images remove': { words: 'own.jpg', before: ['images add {picture}'] },
  'orders import': { words: '{orders}' },
  'orders take': { words: '101:1 --channel fair --first-name Ada --last-name L --email ada@shop.example' },
  'orders delay': { words: '100001 --unknown' },
  'orders ship': { words: '100001 1Z9' },
  'orders import-tracking': { words: '{tracking} --yes' },
  'orders delivered': { words: '100001', before: ['orders ship 100001 1Z9'] },
  'orders correct delivered': { words: '100001', before: ['orders ship 100001 1Z9', 'orders delivered 100001'] },
  'orders paid': {
    words: '200001 --by cash',
    before: ['orders take 101:1 --channel fair --first-name Ada --last-name L'],
  },
  'orders cancel': { words: '100001 --reason Gone' },
  'orders refund': { words: '100001 1.50 --seen 0' },
  'orders note': { words: '100001 Called' },
  'orders correct address': { words: '100001 --street Elm --city Oakland --state CA --zip 94601' },
  'orders correct tracking': { words: '100001 1Z8', before: ['orders ship 100001 1Z9'] },
  'orders correct shipment': { words: '100001', before: ['orders ship 100001 1Z9'] },
  'orders correct refund': {
    words: '100001 100001-R1 2.50 --seen 1',
    before: ['orders refund 100001 1.50 --seen 0'],
  },
  'inquiries mark-answered': { words: '{message}' },
  'inquiries mark-spam': { words: '{message}' },
  'inquiries answer': { words: '{message} Yes' },
  'customers note': { words: 'jose@example.org Called', before: ['orders show 100001'] },
  'customers export': { words: 'jose@example.org {export}', before: ['orders show 100001'] },
  'customers delete': { words: 'ada@shop.example --confirm ada@shop.example', before: ['inquiries show {message}'] },
  'customers merge': {
    words: 'jose@example.org ada@shop.example',
    before: ['orders show 100001', 'inquiries show {message}'],
  },
  'customers unmerge': {
    words: 'ada@shop.example',
    before: ['orders show 100001', 'inquiries show {message}', 'customers merge jose@example.org ada@shop.example'],
  },
  'settings set': { words: 'name Rucksack --yes' },
  'delivery set': { words: '1 delivery_cost 9.75 --yes' },
  'delivery import': { words: '{delivery} --yes' },
  'tax set': { words: 'NY 9.1 --source State --published 2026-11-01 --yes' },
  'tax import': { words: '{tax} --yes' },
  'tax collect': { words: 'yes CA --yes' },
  'tax import-zips': { words: '{zips} --yes' },
  // The mails of an inquiry are not held, as those of a change are.
  'outbox retry': { words: '', before: ['inquiries show {message}'] },
  'codes add': { words: 'SUMMER --percent 10' },
  'codes change': { words: 'SUMMER --until 2026-12-31', before: ['codes add SUMMER --percent 10'] },
  'codes on': { words: 'SUMMER', before: ['codes add SUMMER --percent 10'] },
  'codes pause': { words: 'SUMMER', before: ['codes add SUMMER --percent 10', 'codes on SUMMER'] },
  'codes end': { words: 'SUMMER', before: ['codes add SUMMER --percent 10'] },
  'pages set': { words: 'returns returnDays 30 --yes' },
  'pages reset': { words: 'returns --yes', before: ['pages set returns returnDays 30 --yes'] },
  'pages restore': {
    words: 'returns 1 --yes',
    before: ['pages set returns returnDays 30 --yes', 'pages reset returns --yes'],
  },
  'emails set': { words: 'order_paid --subject Paid --yes' },
  'emails reset': { words: 'order_paid', before: ['emails set order_paid --subject Paid --yes'] },
  'owner invite': { words: '--role helper' },
  'owner remove': { words: 'helper@shop.example' },
  'owner rights': { words: 'helper@shop.example books' },
  'owner reset': { words: 'helper@shop.example --second-factor' },
  'owner withdraw': { words: '{invitation}', before: ['owner invite --role helper'] },
  'audit undo': { words: '1', before: ['catalog set-stock 101 77'] },
}

test('every command is known as one that is audited, or as one that need not be', () => {
  const program = buildProgram(
    { settings: never, unknownSettings: never, openStore: never, clock: never, report: never },
    { out: never, error: never },
  )
  const known = [...NOT_AUDITED, ...Object.keys(AUDITED)]
  expect(leavesOf(program).toSorted()).toEqual(known.toSorted())
})

function never(): never {
  throw new Error('Nothing is run.')
}

function leavesOf(command: Pick<Command, 'commands'>, path: readonly string[] = []): string[] {
  return command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((inner) => leavesOf(inner, [...path, inner.name()]))
}

describe('a command that changes what the owner owns', () => {
  let shop: TestShop
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop('sqlite')
    folder = await mkdtemp(join(tmpdir(), 'shop-audited-'))
  })
  afterEach(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })

  test.each(Object.entries(AUDITED))('%s writes an entry of the audit log', async (name, { words, before = [] }) => {
    for (const command of before) await run(command)
    const { database } = shop.store
    const last = (await listAudit(database, {}, 1))[0]?.id ?? 0
    const output = await run(`${name} ${words}`.trim())
    expect(output.failed ?? false, output.lines?.join('\n')).toBe(false)
    const entry = await findAuditEntry(database, last + 1)
    expect(entry).toMatchObject({ actor: 'command', action: expect.stringMatching(/^\w+\.\w+$/) })
    expect(entry?.before).not.toEqual(entry?.after)
  })

  /** Runs a command line whose `{names}` are made first. */
  async function run(line: string) {
    const words = await Promise.all(line.split(' ').map((word) => PREPARED[word]?.() ?? word))
    if (line.includes('100001') && !(await hasOrder())) await placeOrder(shop.store.database)
    if (line.includes('helper@shop.example')) await signInAs(shop, 'helper')
    return runTestCommand(shop, words)
  }

  const PREPARED: Readonly<Record<string, () => Promise<string>>> = {
    '{picture}': async () => write('own.jpg', await buildImage(30)),
    '{orders}': () =>
      write(
        'orders.csv',
        'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity,tracking_number\n' +
          '55,2026-10-01,Ada,Lovelace,ada@shop.example,101,Bag,79,1,\n',
      ),
    '{tracking}': async () => {
      const { order_id } = await placeOrder(shop.store.database)
      return write('tracking.csv', `Order ID,Tracking Number\n${order_id},1Z9\n`)
    },
    '{goods}': async () => {
      const goods = join(folder, 'goods')
      await runTestCommand(shop, ['catalog', 'export', goods])
      await runTestCommand(shop, ['catalog', 'set-stock', '101', '5'])
      return goods
    },
    '{delivery}': async () => {
      const { json } = await runTestCommand(shop, ['delivery', 'list'])
      return write('delivery.json', JSON.stringify(json).replace(/"delivery_cost":\d+(\.\d+)?/, '"delivery_cost":8.25'))
    },
    '{export}': async () => join(folder, 'jose.json'),
    '{zips}': () => write('zips.csv', 'state,from,to,percent\nTX,75001,,8'),
    '{tax}': async () => {
      const { json } = await runTestCommand(shop, ['tax', 'list'])
      return write('tax.json', JSON.stringify(json).replace(/"NY":[\d.]+/, '"NY":0.0123'))
    },
    '{invitation}': async () => {
      const { table = [] } = await runTestCommand(shop, ['owner', 'invitations'])
      return String(table[0]?.id)
    },
    '{planned}': async () => {
      const { table = [] } = await runTestCommand(shop, ['catalog', 'scheduled'])
      return String(table[0]?.id)
    },
    '{message}': async () => {
      const person = { firstName: 'Ada', lastName: 'L', email: 'ada@shop.example' }
      const body = { ...person, reason: 'Feedback', reference: '', message: 'Fine.', website: '' } as const
      await shop.call(contactCalls.contactUs, { body })
      return (await listInquiries(shop.store.database, 'all'))[0]?.message_id ?? ''
    },
  }

  async function write(name: string, content: string | Uint8Array): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, content)
    return file
  }

  const hasOrder = async () => (await shop.store.database.selectFrom('orders').select('order_id').execute()).length > 0
})

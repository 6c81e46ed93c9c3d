import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { orderedItem } from '@shop/contract/admin/customers'
import { NOTE_LENGTH } from '@shop/contract/admin/orders'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/plural'
import { PAGE_SIZE } from '../admin/list-cursor.ts'
import type { Database } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { mergeCustomer, noteOnCustomer, unmergeCustomer } from '../orders/customers/change-customer.ts'
import { deleteCustomer } from '../orders/customers/delete-customer.ts'
import { exportCustomer } from '../orders/customers/export-customer.ts'
import { listPeople, listPersonFacts } from '../orders/customers/people.repository.ts'
import { readCustomer } from '../orders/customers/read-customer.ts'
import { type CommandContext, type CommandOutput, changeContext, parseText, writeNamedFile } from './command.ts'

/** `customers list`, `show`, `note`, `merge`, `unmerge`, `export` and `delete`. */
export function addCustomersCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const customers = program
    .command('customers')
    .description('List people by email address, show one, and say which addresses are one person.')
  customers
    .command('list')
    .description(`List people in the order of their addresses, ${PAGE_SIZE} at a time.`)
    .argument('[words...]', 'words of names, addresses or numbers of orders')
    .option('--after <email>', 'the last address of the page before', '')
    .action(async (words, { after }) => {
      const { database } = await openStore()
      const search = { q: words.join(' '), after: after.trim().toLowerCase(), limit: PAGE_SIZE }
      const people = await listPersonFacts(database, await listPeople(database, search))
      report({
        table: people.map((person) => ({
          'e-mail': stripControlCharacters(person.email),
          name: stripControlCharacters(person.name),
          account: person.has_account ? 'yes' : '',
          orders: person.orders,
          ordered: formatAdminMoney(person.ordered_cents),
          last: person.last_ordered_on ?? '',
        })),
        lines: people.length === 0 ? ['Nobody.'] : [],
        json: people,
      })
    })
  customers
    .command('show')
    .description('Show what is known of a person.')
    .argument('<email>', 'an address of the person, in any letter case')
    .action(async (email) => report(await showCustomer((await openStore()).database, email)))
  customers
    .command('note')
    .description('Note something about a person, for the owner and helpers alone.')
    .argument('<email>', 'an address of the person, in any letter case')
    .argument('<note...>', 'the note')
    .action(async (typed, words) => {
      const note = parseText(NOTE_LENGTH)(words.join(' '))
      const id = await noteOnCustomer(await changeContext(context), { typed, note })
      report({ lines: [`Noted (change ${id}).`], json: { id } })
    })
  customers
    .command('merge')
    .description('Link another address to the same person. Nothing else changes, and you can undo it.')
    .argument('<email>', 'an address of the person, in any letter case')
    .argument('<other>', 'the other address')
    .action(async (typed, other) => {
      const id = await mergeCustomer(await changeContext(context), { typed, other })
      report({ lines: [`Both addresses are one person now (change ${id}).`], json: { id } })
    })
  customers
    .command('unmerge')
    .description('Unlink an address from another person.')
    .argument('<email>', 'the address that was added')
    .action(async (email) => {
      const id = await unmergeCustomer(await changeContext(context), email)
      report({ lines: [`The address is a person of its own again (change ${id}).`], json: { id } })
    })
  addDataCommands(customers, context)
}

function addDataCommands(customers: Command, context: CommandContext): void {
  const { settings, report } = context
  customers
    .command('export')
    .description(
      'Write all that is stored of a person to a file, for a person who asks for it. The person is told by email.',
    )
    .argument('<email>', 'an address of the person, in any letter case')
    .argument('<file>', 'file to write, whose name ends with .json or .html')
    .option('--replace', 'replace a file of that name')
    .action(async (email, file, { replace = false }) => {
      if (!/[.](json|html)$/.test(file))
        throw new InvalidArgumentError('The name of the file must end with .json or .html.')
      const { json, html } = await exportCustomer(await changeContext(context), email)
      await writeNamedFile(file, file.endsWith('.json') ? json : html, { replace })
      report({ lines: [`Written to ${file}. An email tells the person.`], json: { file } })
    })
  customers
    .command('delete')
    .description('Delete the data of a person who asks for it; orders stay without name and address. There is no undo.')
    .argument('<email>', 'the main address of the person, in any letter case')
    .requiredOption('--confirm <email>', 'the same address once more')
    .action(async (email, { confirm }) => {
      const deletion = { email, typed: confirm, seen: null }
      const { orders } = await deleteCustomer({ ...(await changeContext(context)), settings: settings() }, deletion)
      report({
        lines: [`Deleted. ${formatCount(orders, 'order')} without a name stay for the books.`],
        json: { orders },
      })
    })
}

async function showCustomer(database: Database, email: string): Promise<CommandOutput> {
  const person = await readCustomer(database, email, { seesInquiries: true, mayDelete: true })
  const [main, ...others] = person.addresses.map((address) => address.email)
  const money = `${formatAdminMoney(person.ordered_cents)} ordered, ${formatAdminMoney(person.paid_back_cents)} refunded`
  const lines = [
    `Email:     ${main}`,
    ...others.map((other) => `           ${other}`),
    `Name:      ${person.name}`,
    ...(person.phone === null ? [] : [`Telephone: ${person.phone}`]),
    `Account:   ${person.accounts.map(({ created_at }) => `since ${localDay(new Date(created_at))}`).join(', ') || 'none'}`,
    `Orders:    ${person.orders}, ${money}`,
    ...person.newest_orders.flatMap((order) => [
      `           ${order.order_id}  ${order.order_date}  ${order.status}  ${formatAdminMoney(order.total_cents)}`,
      ...order.items.map((item) => `             ${orderedItem(item)}`),
    ]),
    `Inquiries: ${person.inquiries.length}`,
    ...person.inquiries.map(({ message_id, received_at, reason }) => {
      return `           ${message_id}  ${localDay(new Date(received_at))}  ${reason}`
    }),
    `Waits for: ${person.waits_for.map(({ product_id, product_name }) => product_name ?? (product_id || 'orders to open')).join(', ') || 'nothing'}`,
    `Notes:     ${formatCount(person.notes.length, 'note')}`,
    ...person.notes.map(
      ({ noted_at, author, note }) => `           ${localDay(new Date(noted_at))}  ${author}: ${note}`,
    ),
    ...(person.deletion_problem === null ? [] : [person.deletion_problem]),
  ]
  return { lines: lines.map(stripControlCharacters), json: person }
}

import { countCustomers, findCustomerByEmail } from '../accounts/accounts.repository.ts'
import { foldEmail } from '../accounts/fold-email.ts'
import { type Command, UsageError } from './command.ts'
import { countOf } from './count-of.ts'
import { plain } from './plain.ts'

const countCommand: Command = {
  name: 'customers count',
  summary: 'Tells how many accounts there are.',
  run: async ({ openStore }) => {
    const customers = await countCustomers((await openStore()).database)
    return { lines: [countOf(customers, 'account')], json: { customers } }
  },
}

const showCommand: Command = {
  name: 'customers show',
  takes: '<email>',
  summary: 'Shows the account of an e-mail address, with the customer_id that an import of orders takes.',
  run: async ({ openStore, arguments: [email] }) => {
    if (email === undefined) throw new UsageError('Name an e-mail address, such as: customers show ada@shop.example')
    const customer = await findCustomerByEmail((await openStore()).database, foldEmail(email))
    if (customer === null) return { lines: [`There is no account of ${plain(email)}.`], json: null, failed: true }
    const { customer_id, first_name, last_name, created_at } = customer
    return {
      lines: [
        `Customer:  ${customer_id}`,
        `Name:      ${plain(`${first_name} ${last_name}`)}`,
        `E-mail:    ${plain(customer.email)}`,
        `Since:     ${created_at.slice(0, 10)}`,
      ],
      json: { customer_id, first_name, last_name, email: customer.email, created_at },
    }
  },
}

export const customersCommands: readonly Command[] = [countCommand, showCommand]

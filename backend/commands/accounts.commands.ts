import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/plural'
import { countCustomers, findCustomerByEmail } from '../accounts/accounts.repository.ts'
import { normalizeEmail } from '../accounts/normalize.ts'
import type { Database } from '../database/database.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import type { CommandContext, CommandOutput } from './command.ts'

/** `accounts count` and `accounts show`. */
export function addAccountsCommands(program: Command, { openStore, report }: CommandContext): void {
  const accounts = program.command('accounts').description('Count and look up customer accounts.')
  accounts
    .command('count')
    .description('Count the accounts.')
    .action(async () => report(await countAccounts((await openStore()).database)))
  accounts
    .command('show')
    .description('Show the account of an email address, with the customer_id that an import of orders needs.')
    .argument('<email>', 'email address, in any letter case')
    .action(async (email) => report(await showAccount((await openStore()).database, email)))
}

async function countAccounts(database: Database): Promise<CommandOutput> {
  const customers = await countCustomers(database)
  return { lines: [formatCount(customers, 'account')], json: { customers } }
}

async function showAccount(database: Database, wanted: string): Promise<CommandOutput> {
  const customer = await findCustomerByEmail(database, normalizeEmail(wanted))
  if (customer === null) {
    return { lines: [`There is no account of ${stripControlCharacters(wanted)}.`], json: null, failed: true }
  }
  const { customer_id, first_name, last_name, email, created_at } = customer
  return {
    lines: [
      `Customer:  ${customer_id}`,
      `Name:      ${stripControlCharacters(`${first_name} ${last_name}`)}`,
      `Email:     ${stripControlCharacters(email)}`,
      `Since:     ${localDay(new Date(created_at))}`,
    ],
    json: { customer_id, first_name, last_name, email, created_at },
  }
}

import { countCustomers } from '../accounts/accounts.repository.ts'
import type { Command } from './command.ts'

const countCommand: Command = {
  name: 'customers count',
  summary: 'Tells how many accounts there are.',
  run: async ({ openStore }) => {
    const customers = await countCustomers((await openStore()).database)
    return { lines: [customers === 1 ? '1 account' : `${customers} accounts`], json: { customers } }
  },
}

export const customersCommands: readonly Command[] = [countCommand]

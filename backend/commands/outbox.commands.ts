import type { Command } from '@commander-js/extra-typings'
import { formatCount } from '@shop/contract/text/plural'
import { retryMails } from '../admin/mail/mail.admin-routes.ts'
import { countByState, listUnsent } from '../mail/outbox.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { localTime } from '../platform/lib/days/local-time.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'

export function addOutboxCommands(program: Command, context: CommandContext): void {
  const { settings, openStore, report } = context
  const outbox = program.command('outbox').description('List and retry unsent emails.')
  const canSend = () => settings().smtpUrl !== null
  outbox
    .command('list')
    .description('List unsent emails, with the reason and the time of the next attempt.')
    .action(async () => report(await listOutbox((await openStore()).database, canSend())))
  outbox
    .command('retry')
    .description('Retry one unsent email now, or all of them. One that no email server would accept stays failed.')
    .argument('[id]', 'ID of one email, from "outbox list"')
    .action(async (id) => {
      const retried = await retryMails(await changeContext(context), id ?? null)
      report(retryOutput(retried, id, canSend()))
    })
}

async function listOutbox(database: Database, canSend: boolean): Promise<CommandOutput> {
  const counts = await countByState(database)
  const mails = await listUnsent(database)
  return {
    table: mails.map((mail) => ({
      id: mail.id,
      kind: mail.kind,
      to: stripControlCharacters(mail.recipient),
      state: mail.state,
      attempts: mail.attempts,
      'next try': mail.state === 'waiting' ? localTime(new Date(mail.next_attempt_at)).replace('T', ' ') : '',
      error: mail.last_error ?? '',
    })),
    lines: [
      '',
      `${counts.waiting ?? 0} waiting, ${counts.failed ?? 0} failed, ${counts.sent ?? 0} sent`,
      ...(canSend ? [] : ['Emails wait because SMTP_URL is not set.']),
    ],
    json: { counts, mails },
  }
}

function retryOutput(retried: number, id: string | undefined, canSend: boolean): CommandOutput {
  const none = id === undefined ? 'There is nothing to send.' : `There is no email ${id} that can be sent.`
  const next = canSend ? 'will be sent by the running shop' : 'will be sent once SMTP_URL is set'
  return {
    lines: [retried === 0 ? none : `${formatCount(retried, 'email')} ${next}.`],
    json: { retried },
    failed: id !== undefined && retried === 0,
  }
}

import { countByState, listUnsent, retryUnsent } from '../mail/outbox.repository.ts'
import type { Command } from './command.ts'
import { countOf } from './count-of.ts'
import { plain } from './plain.ts'

const showCommand: Command = {
  name: 'outbox show',
  summary: 'Shows the messages that were not sent yet, why, and when they are tried next.',
  run: async ({ settings, openStore }) => {
    const { database } = await openStore()
    const counts = await countByState(database)
    const mails = await listUnsent(database)
    return {
      table: mails.map((mail) => ({
        id: mail.id,
        kind: mail.kind,
        to: plain(mail.recipient),
        state: mail.state,
        attempts: mail.attempts,
        'next try': mail.state === 'waiting' ? secondOf(mail.next_attempt_at) : '',
        error: mail.last_error ?? '',
      })),
      lines: [
        '',
        `${counts.waiting ?? 0} waiting, ${counts.failed ?? 0} failed, ${counts.sent ?? 0} sent`,
        ...(settings.smtpUrl === null ? ['Messages wait because SMTP_URL is not set.'] : []),
      ],
      json: { counts, mails },
    }
  },
}

const retryCommand: Command = {
  name: 'outbox retry',
  takes: '[id]',
  summary:
    'Makes one unsent message, or all, due now; failed ones are tried again, unless no mail server would take their address.',
  run: async ({ settings, openStore, clock, arguments: [id] }) => {
    const retried = await retryUnsent((await openStore()).database, id ?? null, clock())
    const nothing = id === undefined ? 'There is nothing to send.' : `There is no message ${id} that could be sent.`
    const next =
      settings.smtpUrl === null ? 'due; sending waits for SMTP_URL to be set' : 'to be sent by the running shop'
    return {
      lines: [retried === 0 ? nothing : `${countOf(retried, 'message')} ${next}.`],
      json: { retried },
      failed: id !== undefined && retried === 0,
    }
  },
}

export const outboxCommands: readonly Command[] = [showCommand, retryCommand]

/** `2026-11-21 09:30:05`, UTC. */
function secondOf(time: string): string {
  return time.slice(0, 19).replace('T', ' ')
}

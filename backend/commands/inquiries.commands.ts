import { type Command, Option } from '@commander-js/extra-typings'
import { findMessage, listMessages, markAnswered, type StoredMessage } from '../contact/contact.repository.ts'
import type { Database } from '../database/database.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { stripControlCharacters } from './control-characters.ts'
import { toCsv } from './csv.ts'
import { writeNamedFile } from './named-file.ts'

/** `all` means all but spam, which is listed separately and was not mailed. */
const STATUSES = ['open', 'answered', 'spam', 'all'] as const
type Status = (typeof STATUSES)[number]

/** `inquiries list`, `show`, `mark-answered` and `export`. */
export function addInquiriesCommands(program: Command, context: CommandContext): void {
  const { openStore, clock, report } = context
  const inquiries = program.command('inquiries').description('List, show and export messages of the contact form.')
  inquiries
    .command('list')
    .description('List the messages that wait for an answer, newest first.')
    .addOption(statusOption().default('open'))
    .action(async ({ status }) => report(await listInquiries((await openStore()).database, status)))
  inquiries
    .command('show')
    .description('Show a message in full.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .action(async (id) => report(showOutput(await findMessage((await openStore()).database, id), id)))
  inquiries
    .command('mark-answered')
    .description('Record that a message was answered, so that it leaves the list.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .option('--undo', 'record that it was not answered after all')
    .action(async (id, { undo }) => {
      const at = undo === true ? null : clock()
      const found = await markAnswered((await openStore()).database, id, at)
      report(found ? markOutput(id, at) : missing(id))
    })
  addExportCommand(inquiries, context)
}

function addExportCommand(inquiries: Command, { openStore, report }: CommandContext): void {
  inquiries
    .command('export')
    .description('Write the messages as CSV, to a file or to the screen.')
    .argument('[file]', 'file to write')
    .addOption(statusOption().default('all'))
    .action(async (file, { status }) => {
      const messages = await listMessages((await openStore()).database, status)
      const csv = toCsv(COLUMNS, messages.map(csvRow))
      if (file === undefined) return report({ lines: [csv.trimEnd()], json: messages })
      await writeNamedFile(file, csv)
      report({ lines: [`${messages.length} messages were written to ${file}.`], json: messages })
    })
}

function statusOption() {
  return new Option('--status <status>', 'which messages; "all" leaves out spam').choices(STATUSES)
}

async function listInquiries(database: Database, status: Status): Promise<CommandOutput> {
  const messages = await listMessages(database, status)
  const spam = status === 'spam' ? 0 : (await listMessages(database, 'spam')).length
  return {
    table: messages.map((message) => ({
      id: message.message_id,
      received: minuteOf(message.received_at),
      from: stripControlCharacters(nameOf(message)),
      reason: stripControlCharacters(message.reason),
      about: shorten(stripControlCharacters(message.reference)),
      answered: message.answered_at === null ? '' : minuteOf(message.answered_at),
    })),
    lines: spam === 0 ? [] : ['', `${spam} more ${spam === 1 ? 'looks' : 'look'} like spam: --status spam lists them.`],
    json: messages,
  }
}

function showOutput(message: StoredMessage | null, id: string): CommandOutput {
  if (message === null) return missing(id)
  const { email, reason, reference, received_at, answered_at } = message
  return {
    lines: [
      `From:      ${stripControlCharacters(nameOf(message))} <${stripControlCharacters(email)}>`,
      `Reason:    ${stripControlCharacters(reason)}`,
      ...(reference === '' ? [] : [`About:     ${stripControlCharacters(reference)}`]),
      `Received:  ${minuteOf(received_at)}`,
      `Answered:  ${answered_at === null ? 'not yet' : minuteOf(answered_at)}`,
      ...(message.probable_spam === 1 ? ['It looks like spam and was not mailed.'] : []),
      '',
      ...linesOf(message.message),
    ],
    json: message,
  }
}

function markOutput(id: string, at: Date | null): CommandOutput {
  return {
    lines: [at === null ? `Message ${id} waits for an answer again.` : `Message ${id} is answered.`],
    json: { message_id: id, answered_at: at?.toISOString() ?? null },
  }
}

function missing(id: string): CommandOutput {
  return { lines: [`There is no message ${stripControlCharacters(id)}.`], json: null, failed: true }
}

const COLUMNS: readonly (keyof StoredMessage)[] = [
  'message_id',
  'received_at',
  'answered_at',
  'first_name',
  'last_name',
  'email',
  'reason',
  'reference',
  'message',
  'probable_spam',
]

function csvRow(message: StoredMessage): Record<string, string | number> {
  return Object.fromEntries(
    COLUMNS.map((column) => {
      const value = message[column] ?? ''
      return [column, typeof value === 'number' ? value : linesOf(value).join('\n')]
    }),
  )
}

/** The lines of a text, without control characters. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map(stripControlCharacters)
}

function nameOf({ first_name, last_name }: StoredMessage): string {
  return `${first_name} ${last_name}`
}

/** For example `2026-11-21 09:30`, UTC. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

import {
  findMessage,
  listMessages,
  markAnswered,
  type Pile,
  type StoredMessage,
} from '../contact/contact.repository.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { toCsv } from './csv.ts'
import { writeOwnFile } from './own-file.ts'
import { plain } from './plain.ts'

const PILES = {
  answered: { type: 'boolean' },
  spam: { type: 'boolean' },
  all: { type: 'boolean' },
} as const
const PILE_HELP = {
  answered: 'those that were answered',
  spam: 'probable spam, which was kept apart and not mailed',
  all: 'all but probable spam',
}

const listCommand: Command = {
  name: 'inquiries list',
  summary: 'Lists the messages that wait for an answer, newest first.',
  options: PILES,
  optionHelp: PILE_HELP,
  run: async ({ openStore, options }) => {
    const { database } = await openStore()
    const messages = await listMessages(database, pileOf(options) ?? 'open')
    const spam = options.spam === true ? 0 : (await listMessages(database, 'spam')).length
    return {
      table: messages.map((message) => ({
        id: message.message_id,
        received: minuteOf(message.received_at),
        from: plain(nameOf(message)),
        reason: plain(message.reason),
        about: shorten(plain(message.reference)),
        answered: message.answered_at === null ? '' : minuteOf(message.answered_at),
      })),
      lines: spam === 0 ? [] : ['', `${spam} more ${spam === 1 ? 'looks' : 'look'} like spam: inquiries list --spam`],
      json: messages,
    }
  },
}

const showCommand: Command = {
  name: 'inquiries show',
  takes: '<id>',
  summary: 'Shows one message whole.',
  run: async ({ openStore, arguments: [id] }) => {
    const message = await findMessage((await openStore()).database, idOf(id))
    if (message === null) return missing(id)
    const { email, reason, reference, received_at, answered_at } = message
    return {
      lines: [
        `From:      ${plain(nameOf(message))} <${plain(email)}>`,
        `Reason:    ${plain(reason)}`,
        ...(reference === '' ? [] : [`About:     ${plain(reference)}`]),
        `Received:  ${minuteOf(received_at)}`,
        `Answered:  ${answered_at === null ? 'not yet' : minuteOf(answered_at)}`,
        ...(message.probable_spam === 1 ? ['It looks like spam and was not mailed.'] : []),
        '',
        ...message.message.split(/\r\n|\r|\n/).map(plain),
      ],
      json: message,
    }
  },
}

const answeredCommand: Command = {
  name: 'inquiries answered',
  takes: '<id>',
  summary: 'Notes that a message was answered; it leaves the list.',
  options: { undo: { type: 'boolean' } },
  optionHelp: { undo: 'it was not answered after all' },
  run: async ({ openStore, clock, arguments: [id], options }) => {
    const at = options.undo === true ? null : clock()
    if (!(await markAnswered((await openStore()).database, idOf(id), at))) return missing(id)
    return {
      lines: [at === null ? `Message ${id} waits for an answer again.` : `Message ${id} is answered.`],
      json: { message_id: id, answered_at: at?.toISOString() ?? null },
    }
  },
}

const exportCommand: Command = {
  name: 'inquiries export',
  takes: '[file]',
  summary: 'Writes the messages as CSV, into a file or onto the screen.',
  options: { ...PILES, open: { type: 'boolean' } },
  optionHelp: { ...PILE_HELP, all: 'all but probable spam, as without any of these', open: 'those that wait' },
  run: async ({ openStore, arguments: [file], options }) => {
    const pile = options.open === true ? 'open' : (pileOf(options) ?? 'all')
    const messages = await listMessages((await openStore()).database, pile)
    const csv = toCsv(COLUMNS, messages.map(csvRow))
    if (file === undefined) return { lines: [csv.trimEnd()], json: messages }
    await writeOwnFile(file, csv)
    return { lines: [`${messages.length} messages were written to ${file}.`], json: messages }
  },
}

export const inquiriesCommands: readonly Command[] = [listCommand, showCommand, answeredCommand, exportCommand]

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

function pileOf(options: CommandInput['options']): Pile | null {
  return (['answered', 'spam', 'all'] as const).find((pile) => options[pile] === true) ?? null
}

function idOf(id: string | undefined): string {
  if (id === undefined) throw new UsageError('Name a message by its id; "inquiries list" tells them.')
  return id
}

function missing(id: string | undefined): Awaited<ReturnType<Command['run']>> {
  return { lines: [`There is no message ${id}.`], json: null, failed: true }
}

/** Nothing in any column steers a terminal or a spreadsheet; line breaks stay. */
function csvRow(message: StoredMessage): Record<string, string | number> {
  return Object.fromEntries(COLUMNS.map((column) => [column, plainLines(message[column] ?? '')]))
}

function plainLines(value: string | number): string | number {
  if (typeof value === 'number') return value
  return value
    .split(/\r\n|\r|\n/)
    .map(plain)
    .join('\n')
}

function nameOf({ first_name, last_name }: StoredMessage): string {
  return `${first_name} ${last_name}`
}

/** `2026-11-21 09:30`, UTC. */
function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

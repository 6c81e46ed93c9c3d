import { type Command, Option } from '@commander-js/extra-typings'
import { INQUIRY_STATUSES, type InquiryStatus } from '@shop/contract/admin/contact'
import { plural } from '@shop/contract/plural'
import { answerInquiry, markInquiry } from '../contact/change-inquiry.ts'
import { inquiriesCsv } from '../contact/contact.admin-routes.ts'
import { findInquiry, listInquiries, type StoredInquiry } from '../contact/contact.repository.ts'
import type { Database } from '../database/database.ts'
import { asFile } from '../lib/csv.ts'
import { localTime } from '../lib/local-time.ts'
import { linesOf, stripControlCharacters } from '../lib/text.ts'
import { type CommandContext, type CommandOutput, changeContext, joinParts, writeNamedFile } from './command.ts'

/** `inquiries list`, `show`, `answer`, `mark-answered`, `mark-spam` and `export`. */
export function addInquiriesCommands(program: Command, context: CommandContext): void {
  const { openStore, settings, report } = context
  const inquiries = program.command('inquiries').description('List, show and export messages of the contact form.')
  inquiries
    .command('list')
    .description('List the messages that wait for an answer, newest first.')
    .addOption(statusOption().default('open'))
    .action(async ({ status }) => report(await listOutput((await openStore()).database, status)))
  inquiries
    .command('show')
    .description('Show a message in full.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .action(async (id) => report(showOutput(await findInquiry((await openStore()).database, id), id)))
  inquiries
    .command('mark-answered')
    .description('Record that a message was answered, so that it leaves the list.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .option('--undo', 'record that it was not answered after all')
    .action(async (id, { undo }) => {
      const mark = undo === true ? 'open' : 'answered'
      const { database } = await openStore()
      if ((await findInquiry(database, id)) === null) return report(missing(id))
      await markInquiry(await changeContext(context), id, mark)
      report(markOutput(await findInquiry(database, id), id))
    })
  inquiries
    .command('mark-spam')
    .description('Put a message among the spam.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .option('--undo', 'move it out of spam')
    .action(async (id, { undo }) => {
      await markInquiry(await changeContext(context), id, undo === true ? 'genuine' : 'spam')
      const where = undo === true ? 'is no longer among the spam' : 'is among the spam'
      report({ lines: [`Message ${id} ${where}.`], json: { message_id: id, spam: undo !== true } })
    })
  inquiries
    .command('answer')
    .description('Answer a message by email, quoted and signed by the shop. The email leaves after ten seconds.')
    .argument('<id>', 'id of the message, as "inquiries list" shows it')
    .argument('<text...>', 'the answer')
    .action(async (id, text) => {
      const answer = { ...(await changeContext(context)), settings: settings() }
      report(answerOutput(id, await answerInquiry(answer, id, { text: text.join(' ') })))
    })
  addExportCommand(inquiries, context)
}

function addExportCommand(inquiries: Command, { openStore, report }: CommandContext): void {
  inquiries
    .command('export')
    .description('Write the messages as CSV, to a file or to the screen.')
    .argument('[file]', 'file to write')
    .addOption(statusOption().default('all'))
    .option('--replace', 'replace a file of that name')
    .action(async (file, { status, replace = false }) => {
      const { database } = await openStore()
      const inquiries = await listInquiries(database, status)
      const csv = await joinParts(inquiriesCsv(database, status))
      if (file === undefined) return report({ lines: [csv.trimEnd()], json: inquiries })
      await writeNamedFile(file, asFile(csv), { replace })
      report({ lines: [`${inquiries.length} messages were written to ${file}.`], json: inquiries })
    })
}

function statusOption() {
  return new Option('--status <status>', 'which messages; "all" leaves out spam').choices(INQUIRY_STATUSES)
}

async function listOutput(database: Database, status: InquiryStatus): Promise<CommandOutput> {
  const inquiries = await listInquiries(database, status)
  const spam = status === 'spam' ? 0 : (await listInquiries(database, 'spam')).length
  return {
    table: inquiries.map((inquiry) => ({
      id: inquiry.message_id,
      received: minuteOf(inquiry.received_at),
      from: stripControlCharacters(nameOf(inquiry)),
      reason: stripControlCharacters(inquiry.reason),
      about: shorten(stripControlCharacters(inquiry.reference)),
      answered: inquiry.answered_at === null ? '' : minuteOf(inquiry.answered_at),
    })),
    lines: spam === 0 ? [] : ['', `${spam} more ${plural(spam, 'looks', 'look')} like spam: --status spam lists them.`],
    json: inquiries,
  }
}

function showOutput(inquiry: StoredInquiry | null, id: string): CommandOutput {
  if (inquiry === null) return missing(id)
  const { email, reason, reference, received_at, answered_at } = inquiry
  return {
    lines: [
      `From:      ${stripControlCharacters(nameOf(inquiry))} <${stripControlCharacters(email)}>`,
      `Reason:    ${stripControlCharacters(reason)}`,
      ...(reference === '' ? [] : [`About:     ${stripControlCharacters(reference)}`]),
      `Received:  ${minuteOf(received_at)}`,
      `Answered:  ${answered_at === null ? 'not yet' : minuteOf(answered_at)}`,
      ...(inquiry.probable_spam === 1 ? ['It looks like spam and was not emailed.'] : []),
      '',
      ...linesOf(inquiry.message),
    ],
    json: inquiry,
  }
}

function markOutput(inquiry: StoredInquiry | null, id: string): CommandOutput {
  if (inquiry === null) return missing(id)
  const { answered_at } = inquiry
  return {
    lines: [answered_at === null ? `Message ${id} waits for an answer again.` : `Message ${id} is answered.`],
    json: { message_id: id, answered_at },
  }
}

function answerOutput(id: string, auditId: number): CommandOutput {
  return {
    lines: [`The answer to message ${id} leaves in ten seconds. To stop it, run "audit undo ${auditId}".`],
    json: { message_id: id, id: auditId },
  }
}

function missing(id: string): CommandOutput {
  return { lines: [`There is no message ${stripControlCharacters(id)}.`], json: null, failed: true }
}

function nameOf({ first_name, last_name }: StoredInquiry): string {
  return `${first_name} ${last_name}`
}

/** For example `2026-11-21 09:30`, UTC. */
function minuteOf(time: string): string {
  return localTime(new Date(time)).replace('T', ' ')
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

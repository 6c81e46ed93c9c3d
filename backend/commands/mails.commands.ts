import type { Command } from '@commander-js/extra-typings'
import { findAdminByEmail } from '../admin/admins.repository.ts'
import { AppError } from '../http/errors/app-error.ts'
import { decodeText } from '../lib/files.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { sendWords } from '../mail/mail.admin-routes.ts'
import { changeMailText, requireTextName, requireUsable } from '../mail-texts/change-mail-texts.ts'
import { listMailTexts, previewMailText } from '../mail-texts/preview-mail-text.ts'
import { type CommandContext, type CommandOutput, changeContext, readNamedFile } from './command.ts'
import { NOT_CHANGED, undoHint } from './preview.ts'

type Words = { subject?: string | undefined; file?: string | undefined }

/** `emails list`, `show`, `set`, `preview`, `send` and `reset`. */
export function addMailsCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const mails = program.command('emails').description('Show and edit the email templates.')
  mails
    .command('list')
    .description('List every text, and which were edited.')
    .action(async () => report(await listOutput(context)))
  mails
    .command('show')
    .description('Show an email template and its placeholders.')
    .argument('<name>', 'as "emails list" shows it')
    .action(async (name) => report(await said(() => showOutput(context, name))))
  mails
    .command('set')
    .description('Edit an email template. Emails written from now on use it.')
    .argument('<name>', 'as "emails list" shows it')
    .option('--subject <subject>', 'its subject')
    .option('--file <file>', 'a text file with its words')
    .option('--yes', 'do it; without it only the email is shown')
    .action(async (name, { yes = false, ...words }) => report(await said(() => setOutput(context, name, words, yes))))
  mails
    .command('preview')
    .description('Show an email with the latest order, or with another one.')
    .argument('<name>', 'as "emails list" shows it')
    .option('--order <number>', 'number of an order')
    .action(async (name, { order = '' }) => report(await said(() => previewOutput(context, name, {}, order))))
  mails
    .command('send')
    .description('Email it to somebody who uses the admin.')
    .argument('<name>', 'as "emails list" shows it')
    .argument('<email>', 'address of an owner or a helper')
    .option('--order <number>', 'number of an order')
    .action(async (name, email, { order = '' }) =>
      report(await said(() => sendOutput(context, { name, email, order }))),
    )
  mails
    .command('reset')
    .description('Go back to the text of the shop.')
    .argument('<name>', 'as "emails list" shows it')
    .action(async (name) =>
      report(
        await said(async () => {
          const change = { name: requireTextName(name), wanted: null, seen: null }
          const id = await changeMailText(await changeContext(context), change)
          return { lines: id === null ? ['It is the text of the shop already.'] : undoHint(id), json: { id } }
        }),
      ),
    )
}

/** What was refused is a sentence for people. */
async function said(work: () => Promise<CommandOutput>): Promise<CommandOutput> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lines: error.details?.map(({ message }) => message) ?? [error.message], json: null, failed: true }
  }
}

async function listOutput({ openStore }: CommandContext): Promise<CommandOutput> {
  const texts = await listMailTexts((await openStore()).database)
  return {
    table: texts.map(({ name, title, to, is_edited, is_broken }) => {
      return { name, title, to, edited: is_broken ? 'does not fit' : is_edited ? 'yes' : '' }
    }),
    json: texts,
  }
}

async function findText({ openStore }: CommandContext, name: string) {
  const known = requireTextName(name)
  const texts = await listMailTexts((await openStore()).database)
  return texts.find((text) => text.name === known) ?? null
}

async function showOutput(context: CommandContext, name: string): Promise<CommandOutput> {
  const text = await findText(context, name)
  const placeholders = text?.placeholders ?? []
  return {
    above: [text?.subject ?? '', '', ...(text?.body ?? '').split('\n'), ''],
    table: placeholders.map((one) => ({
      placeholder: `{${one.name}}`,
      needed: one.needed ? 'yes' : '',
      example: one.example.split('\n')[0] ?? '',
    })),
    json: text,
  }
}

async function wordsOf(context: CommandContext, name: string, { subject, file }: Words) {
  const text = await findText(context, name)
  const body =
    file === undefined
      ? text?.body
      : decodeText(await readNamedFile(file))
          .replace(/\r\n?/g, '\n')
          .trimEnd()
  return { subject: subject ?? text?.subject ?? '', body: body ?? '' }
}

async function setOutput(context: CommandContext, name: string, typed: Words, yes: boolean): Promise<CommandOutput> {
  if (!yes) {
    const preview = await previewOutput(context, name, typed, '')
    return { ...preview, lines: [...(preview.lines ?? []), ...NOT_CHANGED] }
  }
  const wanted = await wordsOf(context, name, typed)
  const id = await changeMailText(await changeContext(context), { name: requireTextName(name), wanted, seen: null })
  return { lines: id === null ? ['That is so already.'] : undoHint(id), json: { id } }
}

async function previewOutput(
  context: CommandContext,
  name: string,
  typed: Words,
  about: string,
): Promise<CommandOutput> {
  const known = requireTextName(name)
  const words = await wordsOf(context, name, typed)
  requireUsable(known, words)
  const mail = await previewMailText(await previewContext(context), known, { words, about })
  return {
    lines: [
      mail.about,
      '',
      stripControlCharacters(mail.subject),
      '',
      ...mail.text.split('\n').map(stripControlCharacters),
    ],
    json: mail,
  }
}

async function previewContext({ openStore, settings, clock }: CommandContext) {
  return { database: (await openStore()).database, settings: settings(), clock }
}

async function sendOutput(
  context: CommandContext,
  { name, email, order }: { name: string; email: string; order: string },
): Promise<CommandOutput> {
  const shop = await previewContext(context)
  const person = await findAdminByEmail(shop.database, email)
  if (person === null) {
    const lines = [`Nobody with the address ${stripControlCharacters(email)} uses the admin.`]
    return { lines, json: null, failed: true }
  }
  const words = await wordsOf(context, name, {})
  const mail = await previewMailText(shop, requireTextName(name), { words, about: order })
  await sendWords(shop, person.email, mail)
  return { lines: [`The email is on its way to ${person.email}.`], json: { to: person.email } }
}

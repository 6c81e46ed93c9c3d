import type { Command } from '@commander-js/extra-typings'
import {
  allValues,
  fieldsOf,
  isSameValue,
  PAGES,
  type PageName,
  type PageValue,
  type PageValues,
} from '@shop/contract/admin/page-fields'
import { decodeText } from '../lib/files.ts'
import { localDay } from '../lib/local-day.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { changePage, requirePageName, requireUsable } from '../page-texts/change-page-texts.ts'
import { listPages, listVersions } from '../page-texts/list-pages.ts'
import { type CommandContext, type CommandOutput, changeContext, parsePositive, readNamedFile } from './command.ts'
import { NOT_CHANGED, undoHint } from './preview.ts'

const PAGE_ARGUMENT = ['<page>', 'as "pages list" shows it'] as const
const YES = ['--yes', 'do it; without it only what would change is shown'] as const

/** `pages list`, `show`, `set`, `reset`, `history` and `restore`. */
export function addPagesCommands(program: Command, context: CommandContext): void {
  const { report } = context
  const pages = program
    .command('pages')
    .description('Show and change what Home, About, the return policy and the questions about orders say.')
  pages
    .command('list')
    .description('List the pages, and who has changed them last.')
    .action(async () => report(await listOutput(context)))
  pages
    .command('show')
    .description('Show what a page says, field by field.')
    .argument(...PAGE_ARGUMENT)
    .action(async (page) => report(await showOutput(context, requirePageName(page))))
  pages
    .command('set')
    .description('Change a field of a page. Shoppers see it within a second.')
    .argument(...PAGE_ARGUMENT)
    .argument('<field>', 'as "pages show" names it')
    .argument('[value...]', 'what it is to say; a number of days; yes or no; for a picture the name of its file')
    .option('--file <file>', 'a text file with what it is to say, in which an empty line begins a paragraph')
    .option('--alt <text>', 'what a picture shows, for those who cannot see it')
    .option(...YES)
    .action(async (name, field, words, { yes = false, file, alt = '' }) => {
      const page = requirePageName(name)
      const typed = file === undefined ? words.join(' ') : decodeText(await readNamedFile(file))
      const present = await valuesOf(context, page)
      report(await changeOutput(context, page, { ...present, [field]: readValue(page, field, typed, alt) }, yes))
    })
  pages
    .command('reset')
    .description('Go back to what the shop says by itself, of a field or of the whole page.')
    .argument(...PAGE_ARGUMENT)
    .argument('[field]', 'as "pages show" names it; without it all of them')
    .option(...YES)
    .action(async (name, field, { yes = false }) => {
      const page = requirePageName(name)
      const { [field ?? '']: _gone, ...others } = await valuesOf(context, page)
      report(await changeOutput(context, page, field === undefined ? {} : others, yes))
    })
  pages
    .command('history')
    .description('List what a page has said before: who changed it, when, and which fields.')
    .argument(...PAGE_ARGUMENT)
    .action(async (page) => report(await historyOutput(context, requirePageName(page))))
  pages
    .command('restore')
    .description('Bring an earlier version of a page back.')
    .argument(...PAGE_ARGUMENT)
    .argument('<version>', 'its number, as "pages history" shows it', parsePositive(1_000_000))
    .option(...YES)
    .action(async (name, number, { yes = false }) => {
      const page = requirePageName(name)
      const versions = await listVersions((await context.openStore()).database, page)
      const found = versions.find(({ version }) => version === number)
      if (found === undefined) {
        report({ lines: [`There is no version ${number} of ${PAGES[page].title}.`], json: null, failed: true })
        return
      }
      report(await changeOutput(context, page, found.values, yes))
    })
}

/** What was typed for a field, as its kind has it; the checks say what is wrong with it. */
function readValue(page: PageName, name: string, typed: string, alt: string): PageValue {
  const kind = fieldsOf(page)[name]?.kind
  if (kind === 'days') return /^\d+$/.test(typed) ? Number(typed) : typed
  if (kind === 'switch') return typed === 'yes' || (typed === 'no' ? false : typed)
  return kind === 'picture' ? { file: typed, alt } : typed
}

async function valuesOf({ openStore }: CommandContext, page: PageName): Promise<PageValues> {
  const found = (await listPages((await openStore()).database)).find((one) => one.page === page)
  return found?.values ?? {}
}

async function listOutput({ openStore }: CommandContext): Promise<CommandOutput> {
  const pages = await listPages((await openStore()).database)
  return {
    table: pages.map(({ page, version, changed_at, changed_by }) => {
      const changed =
        changed_at === null ? '' : `${localDay(new Date(changed_at))}, ${stripControlCharacters(changed_by ?? '')}`
      return { page, title: PAGES[page].title, version, changed }
    }),
    json: pages,
  }
}

async function showOutput(context: CommandContext, page: PageName): Promise<CommandOutput> {
  const values = await valuesOf(context, page)
  return {
    table: Object.entries(allValues(page, values)).map(([field, value]) => {
      return { field, says: format(value), edited: Object.hasOwn(values, field) ? 'yes' : '' }
    }),
    json: { page, values: allValues(page, values), edited: Object.keys(values) },
  }
}

async function changeOutput(
  context: CommandContext,
  page: PageName,
  wanted: PageValues,
  yes: boolean,
): Promise<CommandOutput> {
  const changes = await changeContext(context)
  const present = allValues(page, await valuesOf(context, page))
  const after = allValues(page, await requireUsable(changes.database, page, wanted))
  const lines = Object.entries(after).flatMap(([field, value]) => {
    const before = present[field] ?? ''
    return isSameValue(before, value) ? [] : [`${field}: ${format(before)} → ${format(value)}`]
  })
  const id = yes ? await changePage(changes, { page, values: wanted, seen: null }) : null
  const closing = yes ? undoHint(id) : NOT_CHANGED
  return {
    lines: lines.length === 0 ? ['That is what it says already.'] : [...lines, ...closing],
    json: { page, values: after, changed: id !== null, id },
  }
}

async function historyOutput({ openStore }: CommandContext, page: PageName): Promise<CommandOutput> {
  const versions = await listVersions((await openStore()).database, page)
  return {
    table: versions.map(({ version, values, changed_at, changed_by }) => {
      const who = stripControlCharacters(changed_by ?? '')
      return { version, changed: changed_at ?? '', who, edited: Object.keys(values).join(' ') }
    }),
    json: versions,
  }
}

function format(value: PageValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object')
    return stripControlCharacters(value.alt === '' ? value.file : `${value.file} (${value.alt})`)
  return value === '' ? '(nothing)' : String(value).split('\n').map(stripControlCharacters).join(' ')
}

import { parseArgs } from 'node:util'
import { openExistingStore, type Store } from '../database/database.ts'
import { openPhotoShelf } from '../images/photo-shelf.ts'
import { readSettings, type Settings } from '../settings.ts'
import { catalogCommands } from './catalog.commands.ts'
import { type Command, type CommandOutput, UsageError } from './command.ts'
import { customersCommands } from './customers.commands.ts'
import { imagesCommands } from './images.commands.ts'
import { inquiriesCommands } from './inquiries.commands.ts'
import { ordersCommands } from './orders.commands.ts'
import { outboxCommands } from './outbox.commands.ts'
import { plainJson } from './plain.ts'
import { printTable } from './print-table.ts'
import { visitsCommands } from './visits.commands.ts'

/** Every command. A noun's commands stand in `<noun>.commands.ts` and are added here. */
const COMMANDS: readonly Command[] = [
  ...catalogCommands,
  ...imagesCommands,
  ...ordersCommands,
  ...customersCommands,
  ...inquiriesCommands,
  ...outboxCommands,
  ...visitsCommands,
]

const DONE = 0
const FAILED = 1
const MISUSED = 2

/** Runs the command that the words name, and answers the exit code. */
export async function dispatch(words: readonly string[]): Promise<number> {
  try {
    const { command, rest } = findCommand(words)
    if (command && !words.includes('--help')) return await runCommand(command, rest)
    if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
      console.log(command && isSpelledOut(words) ? helpOf(command) : overview(commandsOf(words[0])))
      return DONE
    }
    throw unknownCommand(words)
  } catch (error) {
    return tell(error, words.includes('--json'))
  }
}

/** The command that the words name; a noun alone lists what there is of it. */
function findCommand([noun, verb, ...rest]: readonly string[]): { command: Command | undefined; rest: string[] } {
  const alone = verb === undefined || verb.startsWith('-')
  const wanted = `${noun} ${alone ? 'list' : verb}`
  const command = COMMANDS.find(({ name, also }) => name === wanted || also === wanted)
  return { command, rest: alone && verb !== undefined ? [verb, ...rest] : rest }
}

/** A noun alone lists, but whoever asks for its help wants to know everything there is of it. */
function isSpelledOut([, verb]: readonly string[]): boolean {
  return verb !== undefined && !verb.startsWith('-')
}

/** The commands of a noun, or all of them when there is no such noun. */
function commandsOf(noun: string | undefined): readonly Command[] {
  const some = COMMANDS.filter(({ name, also }) => name.startsWith(`${noun} `) || also?.startsWith(`${noun} `))
  return some.length === 0 ? COMMANDS : some
}

function unknownCommand(words: readonly string[]): UsageError {
  const told = words.filter((word) => !word.startsWith('-')).join(' ')
  const isNoun = COMMANDS.some(({ name }) => name.startsWith(`${told} `))
  const message = isNoun ? `Say what to do with "${told}".` : `There is no command "${told}".`
  return new UsageError(message, overview(commandsOf(words[0])))
}

/** Says what went wrong, and answers the exit code. */
function tell(error: unknown, asJson: boolean): number {
  const message = error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'
  if (asJson) printJson({ error: message })
  else console.error(message)
  if (!(error instanceof UsageError)) return FAILED
  if (!asJson && error.help !== '') console.error(`\n${error.help}`)
  return MISUSED
}

async function runCommand(command: Command, words: string[]): Promise<number> {
  const { values, positionals } = readWords(command, words)
  const { json, ...options } = values
  const settings = readSettings()
  let store: Store | null = null
  try {
    const output = await command.run({
      settings,
      openStore: async () => {
        store ??= await openNamedStore(settings, json === true)
        return store
      },
      photos: openPhotoShelf(),
      clock: () => new Date(),
      arguments: positionals,
      options,
    })
    print(output, json === true)
    return output.failed ? FAILED : DONE
  } finally {
    await closeStore(store)
  }
}

/** Opens the shop's database and tells which it is, beside the output of the command. */
async function openNamedStore(settings: Settings, asJson: boolean): Promise<Store> {
  const store = await openExistingStore(settings)
  if (!asJson) console.error(`Database: ${store.label}`)
  return store
}

function readWords(
  command: Command,
  words: string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    const flat = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
    refuseSurplus(command, positionals)
    return { values: Object.fromEntries(flat), positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'Not understood.', helpOf(command))
  }
}

/** A word that would be ignored may be the one that mattered. */
function refuseSurplus({ name, takes = '' }: Command, positionals: readonly string[]): void {
  const most = takes.endsWith('...') ? Number.POSITIVE_INFINITY : (takes.match(/[<[]/g) ?? []).length
  if (positionals.length <= most) return
  const surplus = positionals.slice(most).join(' ')
  throw new UsageError(`"${name}" does not take "${surplus}". Nothing was changed.`)
}

function print({ above = [], lines = [], table, json, failed = false }: CommandOutput, asJson: boolean): void {
  if (asJson) {
    printJson(failed && json === null ? { error: lines.join('\n') } : json)
    return
  }
  for (const line of above) console.log(line)
  if (table) console.log(printTable(table))
  for (const line of lines) console.log(line)
}

function printJson(value: unknown): void {
  console.log(plainJson(value))
}

async function closeStore(store: Store | null): Promise<void> {
  await store?.close()
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => titleOf(command).length))
  const rows = commands.map((command) => `  ${titleOf(command).padEnd(width)}  ${command.summary}`)
  return [
    'npm run shop -- <command>',
    '',
    ...rows,
    '',
    'Each takes --json for programs and --help for more; a noun alone lists. They work beside a running shop.',
  ].join('\n')
}

function helpOf(command: Command): string {
  const options = Object.keys(command.options ?? {}).map(
    (name) => `  --${name.padEnd(10)} ${command.optionHelp?.[name] ?? ''}`,
  )
  const more = command.more === undefined ? [] : [command.more]
  const title = `npm run shop -- ${titleOf(command)}`
  return [title, '', command.summary, ...more, '', ...options, '  --json       print JSON'].join('\n')
}

function titleOf({ name, takes }: Command): string {
  return takes === undefined ? name : `${name} ${takes}`
}

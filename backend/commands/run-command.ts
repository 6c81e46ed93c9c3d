import { CommanderError } from '@commander-js/extra-typings'
import { backUpBeforeUpdate } from '../operations/backup/nightly-backup.ts'
import { openExistingStore, type Store } from '../platform/database/database.ts'
import { toPrintableJson } from '../platform/lib/text.ts'
import { setLinkBase } from '../platform/settings/link-base.ts'
import { listMisspelt, listUnknownSettings, readSettings, type Settings } from '../platform/settings/settings.ts'
import { applyTimeZone, loadFirstSettings } from '../platform/settings/shop-settings.repository.ts'
import type { CommandContext, CommandOutput } from './command.ts'
import { buildProgram, sentenceOf } from './program.ts'

const EXIT_DONE = 0
const EXIT_FAILED = 1
const EXIT_MISUSED = 2

/** Runs the command given on the command line, prints its result, and returns the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const asJson = words.includes('--json')
  const { context, close } = createContext(asJson)
  let exitCode = EXIT_DONE
  try {
    const program = buildProgram(
      {
        ...context,
        report: (output) => {
          print(output, asJson)
          if (output.failed === true) exitCode = EXIT_FAILED
        },
      },
      {
        out: (text) => console.log(text.trimEnd()),
        error: (text) => {
          if (!asJson) console.error(text.trimEnd())
        },
      },
    )
    await program.parseAsync(words.length === 0 ? ['--help'] : words, { from: 'user' })
    return exitCode
  } catch (error) {
    return error instanceof CommanderError ? handleMisuse(error, asJson) : handleFailure(error, asJson)
  } finally {
    await close()
  }
}

/** Prints the parser's message where JSON was requested; otherwise the parser has printed it, with the help. */
function handleMisuse(error: CommanderError, asJson: boolean): number {
  const { code, exitCode, message } = error
  if (exitCode === 0) return EXIT_DONE
  if (asJson) printJson({ error: code === 'commander.help' ? 'A command is missing.' : sentenceOf(message) })
  return EXIT_MISUSED
}

function handleFailure(error: unknown, asJson: boolean): number {
  const message = error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'
  if (asJson) printJson({ error: message })
  else console.error(message)
  return EXIT_FAILED
}

function createContext(asJson: boolean): { context: Omit<CommandContext, 'report'>; close: () => Promise<void> } {
  let settings: Settings | null = null
  let store: Store | null = null
  const getSettings = () => {
    settings ??= readSettings()
    return settings
  }
  return {
    context: {
      settings: getSettings,
      unknownSettings: () => [...listUnknownSettings(), ...listMisspelt()],
      openStore: async () => {
        store ??= await openNamedStore(getSettings(), asJson)
        return store
      },
      clock: () => new Date(),
    },
    close: async () => store?.close(),
  }
}

/** Opens the shop's database and prints its name on stderr, apart from the command's output. */
async function openNamedStore(settings: Settings, asJson: boolean): Promise<Store> {
  if (settings.apiUrl !== null) {
    throw new Error(
      `Calls go to ${settings.apiUrl} (API_URL), so this shop has no data: run the command on that machine.`,
    )
  }
  const beforeUpdate = backUpBeforeUpdate(settings, (sentence) => console.error(sentence))
  const store = await openExistingStore(settings, { beforeUpdate })
  // After an update a command may run before the shop.
  await loadFirstSettings(store.database)
  await applyTimeZone(store.database)
  setLinkBase(settings)
  if (!asJson) console.error(`Database: ${store.label}`)
  return store
}

function print({ above = [], lines = [], table, json, failed = false }: CommandOutput, asJson: boolean): void {
  if (asJson) {
    printJson(failed && json === null ? { error: lines.join('\n') } : json)
    return
  }
  for (const line of above) console.log(line)
  if (table) console.log(formatTable(table))
  for (const line of lines) console.log(line)
}

function printJson(value: unknown): void {
  console.log(toPrintableJson(value))
}

type Row = Readonly<Record<string, string | number>>

/** Rows as aligned columns with a header; numbers are right-aligned. */
function formatTable(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return '(nothing)'
  const columns = Object.keys(first)
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const width = widths[index] ?? 0
          return typeof first[columns[index] ?? ''] === 'number' ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

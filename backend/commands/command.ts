import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { COMMAND_ACTOR } from '@shop/contract/audit/admin'
import { day } from '@shop/contract/http/fields-schemas'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import type { Store } from '../platform/database/database.ts'
import { fileErrorMessage } from '../platform/http/errors/file-error.ts'
import type { Settings } from '../platform/settings/settings.ts'

export type CommandContext = {
  settings: () => Settings
  /** A sentence about each name in the settings file that is no setting. */
  unknownSettings: () => readonly string[]
  /** Opened on first use, closed when the command has finished. */
  openStore: () => Promise<Store>
  clock: () => Date
  /** Prints the result; each command calls it once. */
  report: (output: CommandOutput) => void
}

/** The result of a command: lines and a table for people (`above` the lines or below them), `json` for programs. */
export type CommandOutput = {
  above?: readonly string[]
  lines?: readonly string[]
  table?: readonly Readonly<Record<string, string | number>>[]
  json: unknown
  /** Sets exit code 1. */
  failed?: boolean
}

export type AddCommands = (program: Command, context: CommandContext) => void

export async function changeContext({ openStore, clock }: CommandContext): Promise<ChangeContext> {
  return { database: (await openStore()).database, clock, actor: COMMAND_ACTOR }
}

/** A calendar day such as `2026-11-27`. */
export function parseDay(text: string): string {
  if (!day.safeParse(text).success) throw new InvalidArgumentError('It must be a day such as 2026-11-27.')
  return text
}

/** Rethrows a file system error as a sentence about the file. */
export function throwFileError(error: unknown, name: string): never {
  const message = fileErrorMessage(error, name)
  throw message === undefined ? error : new Error(message, { cause: error })
}

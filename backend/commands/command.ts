import type { Command } from '@commander-js/extra-typings'
import type { ChangeContext } from '../audit/write-audit.ts'
import type { Store } from '../database/database.ts'
import type { MediaStore } from '../images/media-store.ts'
import type { Settings } from '../settings.ts'

/** What every command works with. */
export type CommandContext = {
  settings: () => Settings
  /** Opened when first asked for, closed when the command has ended. */
  openStore: () => Promise<Store>
  photos: MediaStore
  clock: () => Date
  /** Takes the result; each command calls it once. */
  report: (output: CommandOutput) => void
}

/** What a command reports: lines and a table for people (`above` it and below), `json` for programs. */
export type CommandOutput = {
  above?: readonly string[]
  lines?: readonly string[]
  table?: readonly Readonly<Record<string, string | number>>[]
  json: unknown
  /** True ends the process with exit code 1. */
  failed?: boolean
}

/** Adds one noun and its commands to the program. */
export type AddCommands = (program: Command, context: CommandContext) => void

/** What the use cases of the owner's are given by a command. */
export async function changeContext({ openStore, clock }: CommandContext): Promise<ChangeContext> {
  return { database: (await openStore()).database, clock, actor: 'command' }
}

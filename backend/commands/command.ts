import type { ParseArgsOptionsConfig } from 'node:util'
import type { Store } from '../database/database.ts'
import type { PhotoShelf } from '../images/photo-shelf.ts'
import type { Settings } from '../settings.ts'

export type CommandInput = {
  settings: Settings
  /** Opened when first asked for, closed by the dispatcher. */
  openStore: () => Promise<Store>
  photos: PhotoShelf
  clock: () => Date
  /** Words after the command's name. */
  arguments: readonly string[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/** What a command tells: lines and a table for people (`above` it and below), `json` for programs. */
export type CommandOutput = {
  above?: readonly string[]
  lines?: readonly string[]
  table?: readonly Readonly<Record<string, string | number>>[]
  json: unknown
  /** True ends the process with exit code 1. */
  failed?: boolean
}

/** One command of `npm run shop`: a noun, a verb, and what comes of it. */
export type Command = {
  name: `${string} ${string}`
  /** Another name that it goes by. */
  also?: `${string} ${string}`
  /** The words it takes, as the help shows them: more are refused, except behind a last one that ends in `...`. */
  takes?: string
  summary: string
  /** What only the command's own help says. */
  more?: string
  options?: ParseArgsOptionsConfig
  /** What the help says of each option. */
  optionHelp?: Readonly<Record<string, string>>
  run: (input: CommandInput) => Promise<CommandOutput>
}

/** A command called in a way it does not understand: exit code 2. */
export class UsageError extends Error {
  /** The help that mends it. */
  readonly help: string

  constructor(message: string, help = '') {
    super(message)
    this.name = 'UsageError'
    this.help = help
  }
}

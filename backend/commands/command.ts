import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { typedCode } from '@shop/contract/admin/discounts'
import { CODE_RULE } from '@shop/contract/discounts'
import { day } from '@shop/contract/fields.schemas'
import { type Cents, readDollars } from '@shop/contract/money'
import { MAX_ORDER_CENTS } from '@shop/contract/order-totals'
import { parseStateCode, type StateCode } from '@shop/contract/tax'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import type { Store } from '../database/database.ts'
import { fileErrorMessage, fileExistsMessage } from '../http/errors/file-error.ts'
import { nameNewFile } from '../lib/files.ts'
import type { Settings } from '../settings/settings.ts'

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

/** The context of use cases that a command calls. */
export async function changeContext({ openStore, clock }: CommandContext): Promise<ChangeContext> {
  return { database: (await openStore()).database, clock, actor: COMMAND_ACTOR }
}

/** A whole number from 0, at most seven digits. */
export function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** A whole number from 1 to `max`. */
export function parsePositive(max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (number < 1 || number > max) throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
    return number
  }
}

/** Cents of a positive amount in dollars, such as 79 or 79.50. */
export function parseAmount(text: string): Cents {
  const cents = parseSum(text)
  if (cents === 0) throw new InvalidArgumentError(NO_AMOUNT)
  return cents
}

/** Cents of an amount in dollars that may be 0. */
export function parseSum(text: string): Cents {
  const cents = readDollars(text)
  if (cents === null || cents >= MAX_ORDER_CENTS) throw new InvalidArgumentError(NO_AMOUNT)
  return cents
}

const NO_AMOUNT = 'It must be an amount in dollars, such as 79 or 79.50.'

/** A text of at most `max` characters, without blanks around it. */
export function parseText(max: number): (text: string) => string {
  return (text) => {
    const trimmed = text.trim()
    if (trimmed === '' || trimmed.length > max || trimmed.includes('\0')) {
      throw new InvalidArgumentError(`It must be a text of at most ${max} characters.`)
    }
    return trimmed
  }
}

/** A calendar day such as `2026-11-27`. */
export function parseDay(text: string): string {
  if (!day.safeParse(text).success) throw new InvalidArgumentError('It must be a day such as 2026-11-27.')
  return text
}

/** A discount code, as it is stored. */
export function parseCode(text: string): string {
  const { success, data } = typedCode.safeParse(text)
  if (!success) throw new InvalidArgumentError(CODE_RULE)
  return data
}

export function parseState(text: string): StateCode {
  const state = parseStateCode(text)
  if (state === null) throw new InvalidArgumentError('It must be the abbreviation of one of the 50 states.')
  return state
}

/** Reads a file that the owner named; throws a sentence that says what is wrong with it. */
export async function readNamedFile(name: string): Promise<Uint8Array> {
  return readFile(resolve(name)).catch((error: unknown) => throwFileError(error, name))
}

/**
 * Writes a file that the owner named, which only its owner may read; throws a sentence that says why it cannot be
 * written. The file either is complete or as it was before; an existing one is only replaced on demand.
 */
export async function writeNamedFile(
  name: string,
  text: string | AsyncIterable<string>,
  { replace }: { replace: boolean },
): Promise<void> {
  const file = resolve(name)
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
    if (replace) await rename(draft, file)
    else if (!(await nameNewFile(draft, file))) throw new Error(fileExistsMessage(name))
  } catch (error) {
    await rm(draft, { force: true })
    throwFileError(error, name)
  }
}

/** Rethrows a file system error as a sentence about the file. */
export function throwFileError(error: unknown, name: string): never {
  const message = fileErrorMessage(error, name)
  throw message === undefined ? error : new Error(message, { cause: error })
}

/** The text of a file that is printed instead of written. */
export async function joinParts(parts: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part
  return text
}

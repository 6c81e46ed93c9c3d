import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { contactCalls } from '@shop/contract/contact/calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAuditEntry, listAudit } from '../admin/audit/audit.repository.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { buildImage } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { buildProgram } from './program.ts'

/** Commands that change nothing that the owner owns, and why a few of them write nevertheless. */
const NOT_AUDITED: readonly string[] = [
  'catalog export',
  'settings show',
  'owner list',
  // Of a stopped shop: a hash that no one can read, and that the next start writes again.
  'owner forget-secret',
  'outbox list',
  'doctor',
  // Stores sums of what is there.
  'books recount',
  'backup create',
  'backup check',
  // Takes over what the gateway says.
  'payments reconcile',
  // Fills an empty database, audit log included.
  'backup restore',
  'restore',
]

/** Words of a command line that stand for files of the test. */
const PATHS: Readonly<Record<string, string>> = { '{goods}': 'goods', '{picture}': 'own.jpg', '{spare}': 'spare.jpg' }

/** Arguments for each command that changes something. */
const AUDITED: Readonly<Record<string, string>> = {
  'catalog import': '{goods} --stock --yes',
  'images add': '{picture}',
  'images remove': 'spare.jpg',
  'outbox retry': '',
  'owner invite': '--role helper',
  'owner reset': 'helper@shop.example --second-factor',
}

test('every command is known as one that is audited, or as one that need not be', () => {
  const program = buildProgram(
    { settings: never, unknownSettings: never, openStore: never, clock: never, report: never },
    { out: never, error: never },
  )
  const known = [...NOT_AUDITED, ...Object.keys(AUDITED)]
  expect(leavesOf(program).toSorted()).toEqual(known.toSorted())
})

function never(): never {
  throw new Error('Nothing is run.')
}

function leavesOf(command: Pick<Command, 'commands'>, path: readonly string[] = []): string[] {
  return command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((inner) => leavesOf(inner, [...path, inner.name()]))
}

describe('a command that changes what the owner owns', () => {
  let shop: TestShop
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop('sqlite')
    folder = await mkdtemp(join(tmpdir(), 'shop-audited-'))
  })
  afterEach(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })

  test.each(Object.entries(AUDITED))('%s writes an entry of the audit log', async (name, words) => {
    await PREPARE[name]?.()
    const { database } = shop.store
    const last = (await listAudit(database, {}, 1))[0]?.id ?? 0
    const output = await run(`${name} ${words}`.trim())
    expect(output.failed ?? false, output.lines?.join('\n')).toBe(false)
    const entry = await findAuditEntry(database, last + 1)
    expect(entry).toMatchObject({ actor: 'command', action: expect.stringMatching(/^\w+\.\w+$/) })
    expect(entry?.before).not.toEqual(entry?.after)
  })

  const pathOf = (word: string) => (PATHS[word] === undefined ? word : join(folder, PATHS[word]))
  const run = (line: string) => runTestCommand(shop, line.split(' ').map(pathOf))

  /** Preparations of a command, in the shop and among the files of the test. */
  const PREPARE: Readonly<Record<string, () => Promise<void>>> = {
    'catalog import': async () => {
      await run('catalog export {goods}')
      await shop.store.database.updateTable('products').set({ stock_quantity: 5 }).execute()
    },
    'images add': () => writePicture('own.jpg'),
    'images remove': async () => {
      await writePicture('spare.jpg')
      await run('images add {spare}')
    },
    'outbox retry': async () => {
      const person = { firstName: 'Ada', lastName: 'L', email: 'ada@shop.example' }
      const body = { ...person, reason: 'Feedback', reference: '', message: 'Fine.', website: '' } as const
      await shop.call(contactCalls.contactUs, { body })
    },
    'owner reset': async () => void (await signInAs(shop, 'helper')),
  }
  const writePicture = async (name: string) => writeFile(join(folder, name), await buildImage(30))
})

import { beforeEach, expect, test } from 'vitest'
import { writeAudits } from '../admin/audit/audit.repository.ts'
import { inTransaction } from '../database/database.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')
beforeEach(async () => {
  const entry = { actor: 'ada\u001b[2J', action: 'settings.updated', subject: { kind: 'settings', id: 'shop' } }
  await inTransaction(shop.store.database, (trx) =>
    writeAudits(trx, [
      {
        ...entry,
        at: new Date('2026-11-20T09:30:05Z'),
        before: { name: 'Old', email: 'a' },
        after: { name: 'New', email: null },
      },
      { ...entry, at: new Date('2026-11-21T09:30:05Z'), before: null, after: [1, 2], undoes: 1 },
    ]),
  )
})

const run = (...words: string[]) => runTestCommand(shop, ['audit', ...words])

test("the owner's commands for the audit log lists who changed what and when, before and after, without control characters", async () => {
  const at = { at: '2026-11-20 04:30', actor: 'ada[2J', subject: 'settings shop' }
  expect((await run()).table).toEqual([
    { ...at, id: 2, at: '2026-11-21 04:30', action: 'settings.updated (undoes 1)', change: 'none → [1,2]' },
    { ...at, id: 1, action: 'settings.updated', change: 'email: a → none, name: Old → New' },
  ])
})

test("the owner's commands for the audit log says how to show the next page, until there is none", async () => {
  expect(await run('list', '--limit', '1')).toMatchObject({
    table: [{ id: 2 }],
    lines: ['', expect.stringContaining('--before 2')],
  })
  expect(await run('list', '--limit', '2', '--before', '2')).toMatchObject({ table: [{ id: 1 }], lines: [] })
  expect((await run('list', '--day', '2026-11-21', '--subject', 'settings:shop')).table).toMatchObject([{ id: 2 }])
  await expect(run('list', '--day', '2026-13-21')).rejects.toThrow('It must be a day')
})

test("the owner's commands for the audit log shows in full what is too long for the list", async () => {
  const after = { '101': { description: 'x'.repeat(1024 * 1024) } }
  const entry = { actor: 'command', action: 'products.imported', subject: { kind: 'products', id: 'several' } }
  await inTransaction(shop.store.database, (trx) =>
    writeAudits(trx, [{ ...entry, at: new Date('2026-11-21T09:30:05Z'), before: { '101': null }, after }]),
  )
  const listed = await run('list', '--limit', '1')
  expect(listed.table).toMatchObject([{ id: 3, change: 'too long to list' }])
  expect(listed.json).toMatchObject([{ id: 3, before: null, after: null, tooLong: true }])
  expect(await run('show', '3')).toMatchObject({ json: { id: 3, before: { '101': null }, after } })
  expect(await run('show', '4')).toMatchObject({ lines: ['There is no change 4.'], failed: true })
})

test("the owner's commands for the audit log says what cannot be undone", async () => {
  await expect(run('undo', '7')).rejects.toThrow('There is no change 7.')
})

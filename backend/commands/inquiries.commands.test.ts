import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contactCalls } from '@shop/contract/contact'
import { visitCalls } from '@shop/contract/visits'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { listInquiries } from '../contact/contact.repository.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import type { CommandOutput } from './command.ts'

const ESCAPE = '\u001b[2J'
const MESSAGE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  reason: 'Feedback',
  reference: 'Pouch, Blue',
  message: `=1+1, "quoted"\nsecond line${ESCAPE}`,
} as const

const shop = eachTestShop('sqlite')

const run = (name: string, ...words: string[]) => runTestCommand(shop, [...name.split(' '), ...words])
const write = (website = '') => shop.call(contactCalls.contactUs, { body: { ...MESSAGE, website } })
const onlyId = async () => (await listInquiries(shop.store.database, 'all'))[0]?.message_id ?? ''
const text = ({ lines = [], table = [] }: CommandOutput) => [...lines, JSON.stringify(table)].join('\n')

test('a message is listed until it is answered', async () => {
  await write()
  const id = await onlyId()
  expect((await run('inquiries list')).table).toMatchObject([{ id, from: 'Ada Lovelace', reason: 'Feedback' }])
  expect(await run('inquiries mark-answered', id)).toMatchObject({ json: { message_id: id } })
  expect((await run('inquiries list')).table).toEqual([])
  expect((await run('inquiries list', '--status', 'answered')).table).toMatchObject([{ id }])
  await run('inquiries mark-answered', id, '--undo')
  expect((await run('inquiries list')).table).toMatchObject([{ id, answered: '' }])
})

test('a message is shown in full, and cannot control the terminal', async () => {
  await write()
  const shown = text(await run('inquiries show', await onlyId()))
  for (const words of ['Ada Lovelace <ada@shop.example>', 'Feedback', 'Pouch, Blue', 'second line']) {
    expect(shown).toContain(words)
  }
  expect(shown).not.toContain('\u001b')
})

test('probable spam is listed separately and counted', async () => {
  await write('https://spam.example')
  expect(await run('inquiries list')).toMatchObject({
    table: [],
    lines: ['', '1 more looks like spam: --status spam lists them.'],
  })
  expect((await run('inquiries list', '--status', 'spam')).table).toHaveLength(1)
  expect((await run('inquiries list', '--status', 'all')).table).toEqual([])
})

test('an answer is queued, and spam is marked and taken back', async () => {
  await write()
  const id = await onlyId()
  expect(await run('inquiries answer', id, 'Thank', 'you')).toMatchObject({ json: { message_id: id } })
  expect(text(await run('outbox list'))).toContain('inquiry-answer')
  await run('inquiries mark-spam', id)
  expect((await run('inquiries list', '--status', 'spam')).table).toMatchObject([{ id }])
  await run('inquiries mark-spam', id, '--undo')
  expect((await run('inquiries list', '--status', 'answered')).table).toMatchObject([{ id }])
})

test('the export is CSV without formulas', async () => {
  await write()
  const folder = await mkdtemp(join(tmpdir(), 'shop-export-'))
  try {
    const file = join(folder, 'inquiries.csv')
    await run('inquiries export', file)
    expect(parse(await readFile(file, 'utf8'), { columns: true })).toMatchObject([
      { email: MESSAGE.email, reference: MESSAGE.reference, message: '\'=1+1, "quoted"\nsecond line[2J' },
    ])
    await writeFile(file, 'mine')
    await expect(run('inquiries export', file)).rejects.toThrow('There is a file of this name already')
    expect(await readFile(file, 'utf8')).toBe('mine')
    await run('inquiries export', file, '--replace')
    expect(await readFile(file, 'utf8')).toContain(MESSAGE.email)
    await expect(run('inquiries export', join(folder, 'none/file.csv'))).rejects.toThrow('There is no such file')
    expect(await readdir(folder)).toEqual(['inquiries.csv'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('no column of the export holds control characters or formulas', async () => {
  const hostile = `＝1+1;=2+2\u202e\u009b2J`
  await shop.call(contactCalls.contactUs, {
    body: { ...MESSAGE, firstName: hostile, lastName: hostile, email: '=1+1\u202e@shop.example', reference: hostile },
  })
  const csv = text(await run('inquiries export'))
  expect(csv).toContain("'＝1+1;'=2+2")
  expect(csv).toContain("'=1+1@shop.example")
  for (const control of ['\u202e', '\u009b', '\u001b']) expect(csv).not.toContain(control)
})

test('an unknown message is reported', async () => {
  for (const name of ['inquiries show', 'inquiries mark-answered']) {
    expect(await run(name, 'nobody')).toMatchObject({ failed: true, lines: ['There is no message nobody.'] })
  }
  await expect(run('inquiries show')).rejects.toThrow("missing required argument 'id'")
})

test('visits are shown by day and page, with a bar each', async () => {
  for (const page of ['/', '/', '/shop']) await shop.call(visitCalls.trackVisit, { body: { page } })
  const { table = [], json } = await run('visits list')
  expect(json).toMatchObject([
    { page: '/', views: 2 },
    { page: '/shop', views: 1 },
  ])
  const bars = table.map((row) => String(row[''] ?? '').length)
  expect(bars).toEqual([24, 12])
})

test('--days 7 shows seven days, today the last', async () => {
  const days = async (...options: string[]) => (await run('visits list', ...options)).table?.length
  for (let day = 0; day < 9; day += 1) {
    await shop.call(visitCalls.trackVisit, { body: { page: '/' } })
    if (day < 8) shop.passTime(24 * 60 * 60 * 1000)
  }
  expect(await days()).toBe(7)
  expect(await days('--days', '7')).toBe(7)
  expect(await days('--days', '1')).toBe(1)
  await expect(days('--days', '0')).rejects.toThrow('whole number')
})

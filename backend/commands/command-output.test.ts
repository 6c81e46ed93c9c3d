import { expect, onTestFinished, test } from 'vitest'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { createProgressBar } from './backup.commands.ts'

test('a terminal shows a bar that is redrawn and erased', () => {
  let written = ''
  let now = 0
  const output = { isTTY: true, columns: 100, write: (text: string) => (written += text) }
  const bar = createProgressBar(output, () => now)
  bar.onProgress({ step: 'writing', table: 'orders', done: 500, total: 1000 })
  bar.onProgress({ step: 'writing', table: 'orders', done: 501, total: 1000 })
  now = 200
  bar.onProgress({ step: 'writing', table: 'orders', done: 1000, total: 1000 })
  bar.end()
  expect(written.split('\r\u001b[2K')).toEqual([
    '',
    '████████████░░░░░░░░░░░░  50%  Writing orders (500 of 1,000 rows)',
    '████████████████████████ 100%  Writing orders (1,000 of 1,000 rows)',
    '',
  ])
})

test('a bar is not wider than its terminal', () => {
  let written = ''
  const output = { isTTY: true, columns: 40, write: (text: string) => (written += text) }
  createProgressBar(output).onProgress({ step: 'filling', table: 'product_pictures', done: 1, total: 2 })
  expect(written.replace('\r\u001b[2K', '')).toHaveLength(39)
})

test('other output gets one line per table', () => {
  let written = ''
  const bar = createProgressBar({ write: (text: string) => (written += text) })
  for (const done of [10, 20]) bar.onProgress({ step: 'comparing', table: 'orders', done, total: 1020 })
  bar.onProgress({ step: 'comparing', table: 'visits', done: 30, total: 1020 })
  bar.end()
  expect(written).toBe('Comparing orders (10 of 1,020 rows)\nComparing visits (30 of 1,020 rows)\n')
})

const NOTE = '  You can ignore this in a demo shop that only this machine can reach.'

/** Runs the doctor on a shop and returns its findings, each with its lines. */
async function findingsOf(environment: Record<string, string>) {
  const shop = await openTestShop('sqlite', {}, environment)
  onTestFinished(() => shop.close())
  const { lines = [], failed } = await runTestCommand(shop, ['doctor'])
  return { findings: lines.join('\n').split(/\n(?=Error|Warning)/), failed }
}

test('the doctor says which findings a demo shop may ignore, and fails all the same', async () => {
  const { findings, failed } = await findingsOf({ DEMO: 'on' })
  expect(failed).toBe(true)
  const ignorable = findings.filter((finding) => finding.endsWith(NOTE)).join('\n')
  expect(ignorable).toContain('Error: No email server is set up')
  expect(ignorable).toContain('Warning: Nightly backups are off.')
  expect(ignorable).toContain('which does not exist.')
})

test.each([[{ DEMO: 'off' }], [{ DEMO: 'on', HOST: '0.0.0.0' }], [{ DEMO: 'on', PUBLIC_URL: 'https://shop.example' }]])(
  'a shop with %o may ignore none',
  async (environment) => {
    const { findings } = await findingsOf(environment)
    expect(findings.filter((finding) => finding.includes('may ignore'))).toEqual([])
  },
)

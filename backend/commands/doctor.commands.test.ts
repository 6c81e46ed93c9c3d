import { expect, onTestFinished, test } from 'vitest'
import { runTestCommand } from '../testing/run-test-command.ts'
import { openTestShop } from '../testing/test-shop.ts'

const NOTE = '  A shop with demo data, which only this machine reaches, may ignore this.'

/** What the doctor says of a shop, a finding with its lines each. */
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
  expect(ignorable).toContain('Error: There is no mail server')
  expect(ignorable).toContain('Warning: No backup is made at night.')
  expect(ignorable).toContain('which does not exist.')
})

test.each([[{ DEMO: 'off' }], [{ DEMO: 'on', HOST: '0.0.0.0' }], [{ DEMO: 'on', PUBLIC_URL: 'https://shop.example' }]])(
  'a shop with %o may ignore none',
  async (environment) => {
    const { findings } = await findingsOf(environment)
    expect(findings.filter((finding) => finding.includes('may ignore'))).toEqual([])
  },
)

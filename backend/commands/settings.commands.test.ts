import { expect, test } from 'vitest'
import { shop as config } from '../../shop.config.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { eachTestShop } from '../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')

const present = { ...config, orders: 'paused' }

const run = (...words: string[]) => runTestCommand(shop, words)
const shown = async () => (await run('settings', 'show')).json

test("the owner's commands for the settings: a change is previewed, made with --yes, and undone", async () => {
  const preview = await run('settings', 'set', 'name', 'Rucksack', '&', 'Sons')
  expect(preview.lines).toEqual([
    `name: ${config.name} → Rucksack & Sons`,
    '',
    'Nothing was changed; the same with --yes does it.',
  ])
  expect(await shown()).toEqual(present)
  expect((await run('settings', 'set', 'name', 'Rucksack', '--yes')).lines).toContain('Done. "audit undo 1" undoes it.')
  expect(await shown()).toEqual({ ...present, name: 'Rucksack' })
  expect((await run('settings', 'set', 'name', 'Rucksack', '--yes')).lines).toEqual(['That is what it says already.'])
  await run('audit', 'undo', '1')
  expect(await shown()).toEqual(present)
})

test("the owner's commands for the settings: notices and social pages are lists, which may be empty", async () => {
  await run('settings', 'set', 'notices', 'First.', 'Write to {email}.', '--yes')
  await run('settings', 'set', 'social', 'Mastodon=https://social.example/@shop?a=b', '--yes')
  expect(await shown()).toMatchObject({
    notices: ['First.', 'Write to {email}.'],
    social: [{ name: 'Mastodon', url: 'https://social.example/@shop?a=b' }],
  })
  await run('settings', 'set', 'notices', '--yes')
  expect(await shown()).toMatchObject({ notices: [] })
  await expect(run('settings', 'set', 'name', '--yes')).rejects.toThrow('name must not be empty.')
})

test("the owner's commands for the settings: orders are not opened while something is missing", async () => {
  expect((await run('settings', 'set', 'orders', 'open')).lines).toContain('orders: paused → open')
  await expect(run('settings', 'set', 'orders', 'open', '--yes')).rejects.toThrow(
    'Orders cannot be opened yet. The shop is reached at http://localhost:3000, without https. Set PUBLIC_URL',
  )
  expect(await shown()).toEqual(present)
})

test("the owner's commands for the settings: the days until an order ships are a number", async () => {
  await run('settings', 'set', 'shipDays', '5', '--yes')
  expect(await shown()).toMatchObject({ shipDays: 5 })
  for (const wrong of ['0', '61', 'soon', '2.5'])
    await expect(run('settings', 'set', 'shipDays', wrong, '--yes')).rejects.toThrow(/^shipDays must be a/)
  expect(await shown()).toMatchObject({ shipDays: 5 })
})

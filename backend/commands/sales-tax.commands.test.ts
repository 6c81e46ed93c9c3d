import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listTaxStates, listUndecidedStates, listZipRates } from '../checkout/sales-tax.repository.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let folder: string
beforeEach(async () => {
  shop = await openTestShop('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'shop-zips-'))
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) => runTestCommand(shop, words)
const states = () => listTaxStates(shop.store.database)
async function fileOf(...rows: string[]): Promise<string> {
  const file = join(folder, 'zips.csv')
  await writeFile(file, ['state,from,to,percent', ...rows].join('\n'))
  return file
}

test('where sales tax is collected is said after a preview, of all other states at once, and undone', async () => {
  const words = ['tax', 'collect', 'yes', 'wa', '--permit', '601-234', '--delivery-taxed']
  expect((await run(...words)).lines?.[0]).toBe('WA: not decided → collected, delivery taxed, permit 601-234')
  expect(await states()).toEqual([])
  await run(...words, '--yes')
  await run('tax', 'collect', 'no', 'others', '--yes')
  expect(await listUndecidedStates(shop.store.database)).toEqual([])
  expect((await states()).filter(({ collected }) => collected === 1)).toEqual([
    { state: 'WA', collected: 1, delivery_taxed: 1, permit: '601-234' },
  ])
  await run('audit', 'undo', '2')
  await run('audit', 'undo', '1')
  expect(await states()).toEqual([])
})

test('a state that is none, or a word that is neither yes nor no, is refused', async () => {
  await expect(run('tax', 'collect', 'yes', 'PR', '--yes')).rejects.toThrow('50 states')
  await expect(run('tax', 'collect', 'perhaps', 'CA', '--yes')).rejects.toThrow('yes, no')
  await expect(run('tax', 'collect', 'yes', 'CA', '--permit', '', '--yes')).rejects.toThrow('1 to 100 characters')
})

test('rates of ZIP codes are imported after a preview, replaced by the next file, and undone', async () => {
  const file = await fileOf('TX,75001,75099,8.25', 'TX,79901,,7')
  expect((await run('tax', 'import-zips', file)).lines?.slice(0, 2)).toEqual([
    'new  TX 75001 to 75099: 8.25 %',
    'new  TX 79901: 7 %',
  ])
  expect(await listZipRates(shop.store.database)).toEqual([])
  await run('tax', 'import-zips', file, '--yes')
  const { json } = await run('tax', 'import-zips', await fileOf('TX,79901,,7'), '--yes')
  expect(await listZipRates(shop.store.database)).toMatchObject([{ first_zip: '79901', rate_millionths: 70_000 }])
  await run('audit', 'undo', String(Reflect.get(Object(json), 'id')))
  expect((await run('tax', 'zips')).table).toEqual([
    { state: 'TX', from: '75001', to: '75099', percent: 8.25 },
    { state: 'TX', from: '79901', to: '79901', percent: 7 },
  ])
})

test('with an error in any row nothing is imported, and an unusual rate asks', async () => {
  const wrong = await run('tax', 'import-zips', await fileOf('TX,75099,75001,8', 'TX,79901,,7'), '--yes')
  expect(wrong).toMatchObject({ failed: true, json: { errors: [{ field: 'row 2' }] } })
  const high = await fileOf('TX,75001,,82.5')
  await expect(run('tax', 'import-zips', high, '--yes')).rejects.toThrow('TX 75001: 82.5 % is unusual')
  await expect(run('tax', 'import-zips', await fileOf('TX,75001,,0.1035'), '--yes')).rejects.toThrow(
    '0.1035 % is unusual',
  )
  await expect(
    run('tax', 'set', 'TX', '0.0825', '--source', 'x', '--published', '2026-11-21', '--yes'),
  ).rejects.toThrow('TX: 0.0825 % is unusual')
  expect(await listZipRates(shop.store.database)).toEqual([])
  await run('tax', 'import-zips', high, '--yes', '--unusual-rates')
  expect(await listZipRates(shop.store.database)).toHaveLength(1)
})

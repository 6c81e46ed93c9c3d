import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAudit } from '../admin/audit/audit.repository.ts'
import { listDeliveryOptions, readTaxTable } from '../checkout/checkout.repository.ts'
import { replaceDeliveryOptions, replaceTaxRates } from '../checkout/replace-tables.ts'
import { runTestCommand } from '../testing/run-test-command.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let folder: string
beforeEach(async () => {
  shop = await openTestShop('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) => runTestCommand(shop, words)
const options = () => listDeliveryOptions(shop.store.database)
const taxes = () => readTaxTable(shop.store.database)
const context = () => ({ database: shop.store.database, clock: shop.clock, actor: 'command' })
async function fileOf(value: unknown): Promise<string> {
  const file = join(folder, 'rows.json')
  await writeFile(file, JSON.stringify(value))
  return file
}

test('a delivery option is changed after a preview, and the change is undone', async () => {
  const before = await options()
  const preview = await run('delivery', 'set', '1', 'delivery_cost', '5.50')
  expect(preview.lines?.[0]).toMatch(/^changed {2}1: .* → .*\$5\.50/)
  expect(await options()).toEqual(before)
  const done = await run('delivery', 'set', '1', 'delivery_cost', '5.50', '--yes')
  expect((await options())[0]).toMatchObject({ delivery_cost_cents: 550 })
  await expect.poll(async () => (await shop.app.inject('/api/api/delivery-options')).json()[0].delivery_cost).toBe(5.5)
  await run('audit', 'undo', String(Reflect.get(Object(done.json), 'id')))
  expect(await options()).toEqual(before)
})

test('delivery options are replaced by those of a file, which "delivery list --json" writes', async () => {
  const listed = (await run('delivery', 'list')).json as object[]
  const file = await fileOf([...listed.slice(1), { ...listed[0], delivery_type_id: 'new' }])
  const { lines } = await run('delivery', 'import', file)
  expect(lines?.slice(0, 2).map((line) => line.slice(0, 5))).toEqual(['gone ', 'new  '])
  await run('delivery', 'import', file, '--yes')
  expect((await options()).at(-1)).toMatchObject({ delivery_type_id: 'new' })
  const reordered = await fileOf(((await run('delivery', 'list')).json as object[]).toReversed())
  expect((await run('delivery', 'import', reordered)).lines?.[0]).toMatch(/^order {4}/)
  const wrong = await run('delivery', 'import', await fileOf([{ ...listed[0], delivery_cost: -1 }]), '--yes')
  expect(wrong).toMatchObject({ failed: true, json: { errors: [{ field: '0.delivery_cost' }] } })
  await expect(run('delivery', 'set', '99', 'estimated_days', '3')).rejects.toThrow('There is no delivery option 99.')
  await expect(run('delivery', 'set', 'new', 'estimated_days', 'soon')).rejects.toThrow(
    /^estimated_days must be a number\.$/,
  )
  await expect(run('delivery', 'set', 'new', 'colour', 'red')).rejects.toThrow(
    /^A delivery option does not know "colour"\.$/,
  )
})

test("a state's rate is changed with its source and date, and the change is undone", async () => {
  const before = await taxes()
  const words = ['tax', 'set', 'ny', '8.6', '--source', 'State of New York', '--published', '2026-11-01']
  expect((await run(...words)).lines).toEqual([
    expect.stringMatching(/^NY: [\d.]+ % → 8\.6 %$/),
    expect.stringMatching(/^source: .*; NY: State of New York$/),
    `published: ${before.published} → 2026-11-01`,
    '',
    'Nothing was changed; the same with --yes does it.',
  ])
  expect(await taxes()).toEqual(before)
  await run(...words, '--yes')
  expect((await taxes()).rates).toContainEqual({ state: 'NY', rate_millionths: 86_000 })
  await expect
    .poll(async () => (await shop.app.inject('/api/api/state-tax-rate/NY')).json().combined_tax_rate)
    .toBe(0.086)
  expect((await listAudit(shop.store.database, {}, 1))[0]).toMatchObject({ action: 'tax_rates.replaced' })
  await run('audit', 'undo', '1')
  expect(await taxes()).toEqual(before)
  await expect(run('tax', 'set', 'XX', '8', '--source', 'x', '--published', '2026-11-01')).rejects.toThrow('50 states')
  await expect(run('tax', 'set', 'NY', '800', '--source', 'x', '--published', '2026-11-01')).rejects.toThrow(
    'percentage',
  )
})

test('tax rates are replaced by those of a file, which "tax list --json" writes', async () => {
  const listed = (await run('tax', 'list')).json as { rates: object }
  const file = await fileOf({ ...listed, published: '2027-01-02', rates: { ...listed.rates, NY: 0.09 } })
  await run('tax', 'import', file, '--yes')
  expect(await taxes()).toMatchObject({ published: '2027-01-02' })
  expect(await run('tax', 'import', file, '--yes')).toMatchObject({ lines: ['That is so already.'] })
  const wrong = await run('tax', 'import', await fileOf({ ...listed, source: '' }), '--yes')
  expect(wrong).toMatchObject({ failed: true, json: { errors: [{ field: 'source' }] } })
})

test('a replacement of outdated options or rates is rejected', async () => {
  const [seenOptions, seenTaxes] = [await options(), await taxes()]
  await replaceDeliveryOptions(context(), seenOptions.slice(1), seenOptions)
  await expect(replaceDeliveryOptions(context(), [], seenOptions)).rejects.toMatchObject({ code: 'conflict' })
  await replaceTaxRates(context(), { ...seenTaxes, note: 'new' }, seenTaxes)
  await expect(replaceTaxRates(context(), seenTaxes, seenTaxes)).rejects.toMatchObject({ code: 'conflict' })
})

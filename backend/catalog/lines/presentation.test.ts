import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { removeMedia } from '../../pages/remove-media.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { replaceCatalog, TEST_CATALOG, TEST_CATALOG_FILE } from '../../testing/test-catalog.ts'
import { listProducts } from '../catalog.repository.ts'
import { findSource } from '../import/catalog-source.ts'
import { exportCatalog } from '../import/export-catalog.ts'
import { type ImportOptions, importCatalog } from '../import/import-catalog.ts'
import { replacePresentation } from '../presentation.repository.ts'
import { listHomeLines, loadFirstPresentation, loadPresentation, readPresentation } from './presentation.ts'

const clock = () => new Date('2026-11-24T10:00:00Z')
const OPTIONS: ImportOptions = { actor: 'test', clock, stock: false, apply: true, large_price_changes: true }

describe('the presentation of the catalog', () => {
  let opened: TestStore
  let folder: string
  beforeEach(async () => {
    opened = await openTestStore('sqlite')
    folder = await mkdtemp(join(tmpdir(), 'shop-presentation-'))
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  /** A folder with the products of the test catalog, as `change` leaves them. */
  async function writeGoods(files: Readonly<Record<string, unknown>>): Promise<void> {
    await mkdir(join(folder, 'photos'), { recursive: true })
    for (const name of ['products.json', 'delivery-options.json', 'tax-rates.json']) {
      await writeFile(join(folder, name), await readFile(join(TEST_CATALOG, name)))
    }
    for (const [name, value] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(value))
  }
  const importGoods = async () => importCatalog(opened.store.database, await findSource(folder), OPTIONS)

  test('this shop has its three lines of backpacks with their pictures, and its quiz', async () => {
    const { lines, previews, quiz } = await readPresentation(opened.store.database)
    expect(lines.map(({ line, featured }) => [line, featured])).toEqual([
      ['Campus', true],
      ['Hybrid', true],
      ['Nomad', true],
      ['Accessories', false],
    ])
    expect(previews.map(({ name, words }) => `${name} ${words}`)).toEqual([
      'Campus for school',
      'Hybrid for work',
      'Nomad for the road',
    ])
    expect(quiz?.steps).toHaveLength(4)
  })

  test('a shop with one product left shows only that product and its line', async () => {
    const { database } = opened.store
    const one = (await listProducts(database)).slice(0, 1)
    await replaceCatalog(database, one)
    const { lines, previews } = await readPresentation(database)
    expect(lines.map(({ line }) => line)).toEqual(['Campus'])
    expect(previews).toEqual([
      { name: one[0]?.product_name, words: null, file: one[0]?.pictures[0]?.file, alt: one[0]?.pictures[0]?.alt },
    ])
    expect(await listHomeLines(database)).toEqual(new Set(['Campus']))
  })

  test('a bag that is made instead of one that is gone is a result of the quiz', async () => {
    const { database } = opened.store
    const [gone, ...others] = await listProducts(database)
    if (gone === undefined) throw new Error('there is no product')
    const made = { ...gone, product_id: '900', slug: 'made-by-hand', position: 900 }
    const goods = [{ ...gone, status: 'draft' as const }, ...others, made]
    await replaceCatalog(database, goods)
    const results = (await readPresentation(database)).quiz?.results ?? {}
    expect(results[`${gone.line}-${gone.style}-${gone.color}`]).toBe('made-by-hand')
    expect(Object.values(results)).not.toContain(gone.slug)
  })

  test('a line that lines.json does not name is presented by its first product, and drafts present nothing', async () => {
    const rows: Record<string, unknown>[] = JSON.parse(await readFile(TEST_CATALOG_FILE, 'utf8'))
    const lines = ['Walker', 'Walker', 'Rider', 'Secret']
    const goods = rows.slice(0, 4).map((row, at) => ({
      ...row,
      line: lines[at],
      status: lines[at] === 'Secret' ? 'draft' : 'published',
    }))
    await writeGoods({
      'products.json': goods,
      'lines.json': [{ line: 'Rider', text: 'For the way.' }],
      'quiz.json': null,
    })
    expect(await importGoods()).toMatchObject({ applied: true })
    const shown = await readPresentation(opened.store.database)
    expect(shown.lines).toMatchObject([
      { line: 'Walker', text: null, photo: null, preview: { file: 'campus-slim-blue-quarter.jpg' } },
      { line: 'Rider', text: 'For the way.', photo: null, preview: { file: expect.any(String) } },
    ])
    expect(shown.previews.map(({ name }) => name)).toEqual(['Walker', 'Rider', rows[1]?.product_name])
    expect(await listHomeLines(opened.store.database)).toEqual(new Set(['Walker', 'Rider']))
    expect(shown.quiz).toBeNull()
  })

  test('an import of lines and quiz is told, logged and undone, and a folder without them leaves them', async () => {
    const { database } = opened.store
    await writeGoods({})
    const before = await readPresentation(database)
    expect(await importGoods()).toMatchObject({ applied: true, changes: { lines: { gone: [] }, quiz: { gone: [] } } })
    expect(await readPresentation(database)).toEqual(before)

    await writeGoods({ 'lines.json': [{ line: 'Campus', text: 'For every day.' }], 'quiz.json': null })
    const { changes } = await importGoods()
    expect(changes?.lines).toMatchObject({ changed: [{ key: 'Campus' }], gone: [{ key: 'Hybrid' }, {}, {}] })
    expect(changes?.quiz.gone.map(({ key }) => key)).toContain('lifestyle')
    const [entry] = await listAudit(database, {}, 1)
    expect(entry?.action).toBe('presentation.replaced')
    await undoChange({ database, clock, actor: 'test', rules: UNDO_RULES }, entry?.id ?? 0)
    expect(await readPresentation(database)).toEqual(before)
  })

  test('a new shop opens with the lines and the quiz that another exported', async () => {
    await writeGoods({ 'lines.json': [{ line: 'Campus', text: 'For every day.' }] })
    await importGoods()
    const goods = join(folder, 'exported')
    await exportCatalog(opened.store.database, goods, clock)
    const other = await openTestStore('sqlite')
    await inTransaction(other.store.database, (trx) => trx.deleteFrom('shop_settings').execute())
    await loadFirstPresentation(other.store.database, goods)
    expect(await readPresentation(other.store.database)).toEqual(await readPresentation(opened.store.database))
    await other.close()
  })

  test('wrong lines and a wrong quiz are named by file and field, and nothing is changed', async () => {
    await writeGoods({
      'lines.json': [{ line: 'Campus', photo: { file: 'none.jpg', alt: 'A bag' } }],
      'quiz.json': { steps: [], results: {} },
    })
    const { errors } = await importGoods()
    expect(errors?.problems).toEqual([
      expect.stringMatching(/^quiz\.json, steps: /),
      'lines.json: there is no photograph "none.jpg"',
    ])
    await writeFile(join(folder, 'quiz.json'), '{')
    expect((await importGoods()).errors?.problems[0]).toMatch(/^quiz\.json: the file is not valid JSON/)
    await writeGoods({ 'lines.json': [{ line: 'Campus' }, { line: 'Campus' }], 'quiz.json': null })
    expect((await importGoods()).errors?.problems).toEqual(['lines.json: names a line twice'])
    expect((await readPresentation(opened.store.database)).quiz?.steps).toHaveLength(4)
  })

  test('a picture that a line shows cannot be removed', async () => {
    const { database } = opened.store
    const problem = await removeMedia({ database, clock, actor: 'test' }, 'line-campus.jpg')
    expect(problem).toBe('A line of products uses "line-campus.jpg". Remove it there first.')
    await inTransaction(database, (trx) => replacePresentation(trx, { lines: [], quiz: null }))
    expect(await removeMedia({ database, clock, actor: 'test' }, 'line-campus.jpg')).toBeNull()
  })
})

test('a folder with a hidden line does not present it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-presentation-'))
  await writeFile(join(folder, 'lines.json'), JSON.stringify([{ line: 'Walker', hidden: true }, { line: 'Rider' }]))
  expect((await loadPresentation(folder)).lines.map(({ line }) => line)).toEqual(['Rider'])
  await rm(folder, { recursive: true })
})

test('a folder without lines and quiz presents what the products say', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-presentation-'))
  expect(await loadPresentation(folder)).toEqual({ lines: [], previews: [], quiz: null })
  await writeFile(join(folder, 'quiz.json'), '[]')
  await expect(loadPresentation(folder)).rejects.toThrow(/^catalog\/quiz\.json: /)
  await rm(folder, { recursive: true })
})

import { adminCatalog } from '@shop/contract/catalog/admin'
import { adminLines, MAX_LINES } from '@shop/contract/catalog/lines'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '../admin/audit/audit.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { buildLine, editLines } from '../testing/files/edit-lines.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { insertProducts, listProducts } from './catalog.repository.ts'
import { findPresentLine } from './lines/change-lines.ts'
import { readPresentation } from './lines/presentation.ts'
import { isSameName, nameProblem, replaceName } from './lines.ts'
import { parseStoredPresentation } from './presentation-files.ts'

it.each([
  ['', 'Please write a name.'],
  ['x'.repeat(300), 'The name is too long: it may have 50 characters.'],
  ['🎒🧳', 'The name needs a letter or a digit.'],
  ['a\u0007b', 'The name has a character that cannot be shown.'],
  ['Größe 40', null],
  ['背包', null],
])('the name %o has the problem %o', (name, problem) => {
  expect(nameProblem(name, 50)).toBe(problem)
})

it('names in another letter case or with other blanks are the same', () => {
  expect(isSameName(' Campus', 'CAMPUS')).toBe(true)
  expect(isSameName('Rain  Cover', 'rain cover')).toBe(true)
  expect(isSameName('Campus', 'Campus 2')).toBe(false)
})

it('a name is replaced where it stands as a word', () => {
  expect(replaceName('Campus Slim, Campusbag (Campus)', 'Campus', 'A$&')).toBe('A$& Slim, Campusbag (A$&)')
  expect(replaceName('C++ bag', 'C++', 'D')).toBe('D bag')
})

it.each(['T-Bag', 'Day/Night', 'Slim (old)', 'A|B', '[X]'])('a name with a sign, such as %s, is replaced', (name) => {
  expect(replaceName(`${name}, Blue`, name, 'New')).toBe('New, Blue')
})

it('a line that was renamed very often is read', () => {
  const line = { line: 'Now', former: Array.from({ length: 200 }, (_, number) => `Name ${number}`) }
  expect(parseStoredPresentation({ lines: [line], quiz: null }).lines[0]?.former).toEqual(line.former)
})

describe.each(ENGINES)('the lines of products on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })

  const { list, find, save, remove, undo } = editLines(shop, () => ada)
  const names = async () => (await list()).lines.map(({ line }) => line)
  const products = async (): Promise<{ product_id: string; product_name: string; line: string }[]> =>
    (await shop.app.inject('/api/products')).json()
  const presented = () => readPresentation(shop.store.database)
  const lastChange = async () => (await listAudit(shop.store.database, {}, 1))[0]?.id

  test('a new shop has its four lines as they are, with the number of their products', async () => {
    const { lines } = await list()
    expect(lines.map(({ line, products, featured, hidden }) => [line, products, featured, hidden])).toEqual([
      ['Campus', 4, true, false],
      ['Hybrid', 4, true, false],
      ['Nomad', 4, true, false],
      ['Accessories', 11, false, false],
    ])
    expect(lines[0]?.photo?.image_url).toMatch(/^\/images\/line-campus\.jpg/)
  })

  test('the admin says which lines the home page shows', async () => {
    const onHome = async () => (await list()).lines.flatMap(({ line, on_home }) => (on_home ? [line] : []))
    expect(await onHome()).toEqual(['Campus', 'Hybrid', 'Nomad'])
    const { audit_id: featured } = (
      await save('Accessories', { ...(await find('Accessories')), featured: true })
    ).json()
    expect(await onHome()).toEqual(['Campus', 'Hybrid', 'Nomad'])
    const { audit_id: hidden } = (await save('Campus', { ...(await find('Campus')), hidden: true })).json()
    expect(await onHome()).toEqual(['Hybrid', 'Nomad', 'Accessories'])
    // A picture that appears twice is shown once.
    const { preview } = await find('Hybrid')
    const { audit_id: twin } = (await save('Nomad', { ...(await find('Nomad')), preview })).json()
    expect(await onHome()).toEqual(['Hybrid', 'Accessories'])
    for (const id of [twin, hidden, featured]) await undo(id)
    expect(await onHome()).toEqual(['Campus', 'Hybrid', 'Nomad'])
  })

  test('a line that is renamed takes its products, the quiz and its place along; what led to it leads on, and undo goes back', async () => {
    const before = await presented()
    const shown = await products()
    const saved = await save('Campus', { ...(await find('Campus')), line: 'Scholar' }, { in_names: true })
    expect(saved.statusCode).toBe(200)
    const after = await presented()
    expect(after.lines.map(({ line }) => line)).toEqual(['Scholar', 'Hybrid', 'Nomad', 'Accessories'])
    expect(after.lines[0]).toEqual({ ...before.lines[0], line: 'Scholar' })
    expect(after.previews[0]?.name).toBe('Scholar')
    expect(JSON.stringify(after.quiz)).not.toContain('Campus')
    expect(Object.values(after.quiz?.results ?? {})).toEqual(Object.values(before.quiz?.results ?? {}))
    expect((await products())[0]).toMatchObject({ line: 'Scholar', product_name: 'Scholar Slim Backpack, Blue' })
    expect(await findPresentLine(shop.store.database, 'Campus')).toBe('Scholar')
    await undo(saved.json().audit_id)
    expect(await presented()).toEqual(before)
    await shop.app.inject('/api/products')
    expect((await list()).lines.map(({ products: count }) => count)).toEqual([4, 4, 4, 11])
    expect(await findPresentLine(shop.store.database, 'Campus')).toBeNull()
    expect(shown[0]?.product_name).toBe('Campus Slim Backpack, Blue')
  })

  test('a name that a line has again leads to that line', async () => {
    await save('Nomad', { ...(await find('Nomad')), line: 'Roamer' })
    expect(await findPresentLine(shop.store.database, 'Nomad')).toBe('Roamer')
    await save(null, buildLine({ line: 'Nomad' }))
    expect(await findPresentLine(shop.store.database, 'Nomad')).toBeNull()
    await remove('Nomad', null)
    await save('Roamer', { ...(await find('Roamer')), line: 'Nomad' })
    expect(await names()).toEqual(['Campus', 'Hybrid', 'Nomad', 'Accessories'])
  })

  test.each([
    ['of another letter case', 'CAMPUS', 'There is already a line "Campus".'],
    ['without a letter', '🎒', 'The name needs a letter or a digit.'],
    ['of 300 characters', 'x'.repeat(300), 'The name is too long: it may have 50 characters.'],
    ['of blanks', '  ', 'Please write a name.'],
  ])('a new line with a name %s is refused with a sentence, and nothing is changed', async (_kind, line, message) => {
    const before = [await list(), await lastChange()]
    for (const was of [null, 'Nomad']) {
      const refused = await save(was, buildLine({ line }))
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ message, details: [{ field: 'line.line', message }] })
    }
    expect([await list(), await lastChange()]).toEqual(before)
  })

  test('a picture that there is not, or without words, is refused beside its field', async () => {
    const photo = { file: 'none.jpg', alt: '' }
    const { details } = (await save('Nomad', { ...(await find('Nomad')), photo })).json()
    expect(details).toEqual([
      { field: 'line.photo', message: 'There is no picture "none.jpg".' },
      { field: 'line.photo.alt', message: 'Please say what the picture shows.' },
    ])
  })

  test('a change of a list that somebody else has changed since is refused, and nothing is changed', async () => {
    const { seen } = await list()
    await save('Hybrid', { ...(await find('Hybrid')), words: 'for every day' })
    const before = await list()
    const order = { lines: before.lines.map(({ line }) => line).toReversed(), seen }
    for (const refused of [
      await ada.call(adminLines.orderLines, order),
      await ada.call(adminLines.removeLine, { line: 'Nomad', to: 'Campus', seen }),
      await ada.call(adminLines.saveLine, { was: null, line: buildLine({ line: 'Walker' }), seen }),
    ]) {
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toMatch(
        / has changed the lines since you opened them\. Please look at them again\.$/,
      )
    }
    expect(await list()).toEqual(before)
    await save('Hybrid', { ...(await find('Hybrid')), words: 'for work' })
  })

  onBoth('lines are put in another order with their products, and back', async () => {
    const { seen } = await list()
    const before = await products()
    const ordered = ['Nomad', 'Campus', 'Accessories', 'Hybrid']
    const { audit_id } = (await ada.call(adminLines.orderLines, { lines: ordered, seen })).json()
    expect(await names()).toEqual(ordered)
    expect([...new Set((await products()).map(({ line }) => line))]).toEqual(ordered)
    expect((await presented()).previews.map(({ name }) => name)).toEqual(['Nomad', 'Campus', 'Hybrid'])
    await undo(audit_id)
    expect(await names()).toEqual(['Campus', 'Hybrid', 'Nomad', 'Accessories'])
    expect([...new Set(before.map(({ line }) => line))]).toEqual(await names())
    const missing = await ada.call(adminLines.orderLines, { lines: ['Nomad'], seen: (await list()).seen })
    expect(missing.statusCode).toBe(409)
    expect(missing.json().message).toContain('Please name every line once')
  })

  test('a line with products is removed only with the line that they go to; the way to it leads on', async () => {
    const refused = await remove('Hybrid', null)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('4 products are in the line "Hybrid". Please choose a line to replace it.')
    const before = await presented()
    const { audit_id } = (await remove('Hybrid', 'Nomad')).json()
    expect((await list()).lines.map(({ line, products: count }) => [line, count])).toEqual([
      ['Campus', 4],
      ['Nomad', 8],
      ['Accessories', 11],
    ])
    expect(await findPresentLine(shop.store.database, 'Hybrid')).toBe('Nomad')
    await undo(audit_id)
    expect(await presented()).toEqual(before)
  })

  test('the last line is not removed', async () => {
    for (const name of ['Campus', 'Hybrid', 'Nomad']) await remove(name, 'Accessories')
    const refused = await remove('Accessories', null)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('"Accessories" is the last line. Please add another one first.')
    for (let turn = 0; turn < 3; turn += 1) {
      const [entry] = (await listAudit(shop.store.database, {}, 10))
        .filter(({ undoes, action }) => undoes === null && action === 'lines.changed')
        .slice(turn)
      await undo(entry?.id ?? 0)
    }
    expect(await names()).toEqual(['Campus', 'Hybrid', 'Nomad', 'Accessories'])
  })

  test('a hidden line and its products stand in no list, and their pages are not indexed', async () => {
    await save('Nomad', { ...(await find('Nomad')), hidden: true })
    expect((await products()).some(({ line }) => line === 'Nomad')).toBe(false)
    expect((await presented()).lines.map(({ line }) => line)).toEqual(['Campus', 'Hybrid', 'Accessories'])
    expect((await shop.app.inject('/api/products/109')).json()).toMatchObject({ line: 'Nomad', hidden: true })
    expect(await names()).toContain('Nomad')
    await save('Nomad', { ...(await find('Nomad')), hidden: false })
    expect((await products()).some(({ line }) => line === 'Nomad')).toBe(true)
    expect((await shop.app.inject('/api/products/109')).json()).toMatchObject({ hidden: false })
  })

  test('a product of an unknown line is refused, by hand and in a table, with the line that may be meant', async () => {
    const path = (template: string) => template.replace(':product_id', '101') as `/${string}`
    const product = (await ada.call({ method: 'GET', path: path(adminCatalog.getAdminProduct.path) })).json()
    const update = (line: string) =>
      ada.call(
        { method: 'POST', path: path(adminCatalog.updateProduct.path) },
        { version: product.version, changes: { line } },
      )
    const refused = await update('campus')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().details).toEqual([
      { field: 'line', message: 'there is no line "campus", but there is "Campus": upper and lower case matter' },
    ])
    const table = { csv: 'product_id,line\n101,Walker\n102,Campus\n' }
    const preview = (await ada.call(adminSeveralProducts.previewImport, table)).json()
    expect(preview.errors).toEqual([
      { row: 2, field: 'line', message: 'there is no line "Walker"; please add it under Lines and colors first' },
    ])
    expect((await ada.call(adminSeveralProducts.importProducts, table)).statusCode).toBe(409)
    await save(null, buildLine({ line: 'Walker' }))
    expect((await update('Walker')).statusCode).toBe(200)
    expect((await list()).lines.map(({ line, products: count }) => [line, count])).toContainEqual(['Walker', 1])
  })

  test('when products name more lines than there may be, a change is refused until lines are removed, and the shop goes on', async () => {
    const [first] = await listProducts(shop.store.database)
    if (first === undefined) throw new Error('there is no product')
    const { version: _, ...product } = first
    const before = (await list()).lines.length
    await inTransaction(shop.store.database, async (trx) => {
      for (let number = before; number < MAX_LINES + 2; number += 1) {
        const own = { product_id: `more-${number}`, slug: `more-${number}`, line: `More ${number}` }
        await insertProducts(trx, [{ ...product, ...own, position: 1000 + number, pictures: [] }])
      }
    })
    const nomad = { ...(await find('Nomad')), words: 'for the road' }
    for (const refused of [await save('Nomad', nomad), await save(null, buildLine({ line: 'Another' }))]) {
      expect(refused.statusCode).toBe(409)
      expect(refused.json().message).toBe('The shop has 52 lines, the maximum is 50. Please remove one first.')
    }
    expect((await remove('More 50', 'Nomad')).statusCode).toBe(200)
    expect(await names()).toHaveLength(MAX_LINES + 1)
    expect((await products()).some(({ product_id }) => product_id === 'more-51')).toBe(true)
    expect((await remove('More 51', 'Nomad')).statusCode).toBe(200)
    expect((await save('Nomad', nomad)).statusCode).toBe(200)
    expect((await save(null, buildLine({ line: 'Another' }))).json().message).toBe(
      'The shop has 50 lines, the maximum is 50. Please remove one first.',
    )
  })
})

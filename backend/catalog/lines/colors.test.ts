import { type AdminColor, adminColors } from '@shop/contract/catalog/colors'
import { beforeAll, describe, expect } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { readCloths } from './change-colors.ts'
import { readPresentation } from './presentation.ts'

describe.each(ENGINES)('the colors of products on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })

  const list = async (): Promise<{ colors: AdminColor[]; seen: string }> =>
    (await ada.call(adminColors.listColors)).json()
  const names = async () => (await list()).colors.map(({ color }) => color)
  const save = async (was: string | null, color: string, value: string | null = null, rest: object = {}) =>
    ada.call(adminColors.saveColor, { was, color: { color, value }, seen: (await list()).seen, ...rest })
  const remove = async (color: string, to: string | null) =>
    ada.call(adminColors.removeColor, { color, to, seen: (await list()).seen })
  const undo = async (id: number) => {
    await undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
  }
  const products = async (): Promise<{ product_name: string; color: string }[]> =>
    (await shop.app.inject('/api/products')).json()
  const cloths = () => readCloths(shop.store.database)
  const lastChange = async () => (await listAudit(shop.store.database, {}, 1))[0]?.id

  test('a new shop offers the colors of its products first, then those that have a dot, and its pages say nothing of them', async () => {
    expect((await names()).slice(0, 5)).toEqual(['Blue', 'Grey', 'Tan', 'Black', 'Brown'])
    expect(new Set(await names()).size).toBe((await names()).length)
    expect(await cloths()).toBe('')
  })

  test('a color with a value of its own is added, and pages have it', async () => {
    const { audit_id } = (await save(null, 'Sunset glow', '#C05A3A')).json()
    expect((await list()).colors.at(-1)).toEqual({ color: 'Sunset glow', value: '#c05a3a', products: 0 })
    expect(await cloths()).toBe('--color-sunset-32glow-cloth:#c05a3a')
    await undo(audit_id)
    expect(await cloths()).toBe('')
    expect(await names()).not.toContain('Sunset glow')
  })

  test('a color that is renamed takes its products and the quiz along, and undo goes back', async () => {
    const before = [await products(), await readPresentation(shop.store.database), await names()]
    const { audit_id } = (await save('Blue', 'Deep Sea', null, { in_names: true })).json()
    const [first] = await products()
    expect(first).toMatchObject({ color: 'Deep Sea', product_name: 'Campus Slim Backpack, Deep Sea' })
    const { quiz } = await readPresentation(shop.store.database)
    expect(Object.keys(quiz?.results ?? {})).toContain('Campus-slim-Deep Sea')
    expect(JSON.stringify(quiz?.steps)).not.toContain('"color":"Blue"')
    expect((await names())[0]).toBe('Deep Sea')
    await undo(audit_id)
    expect(await readPresentation(shop.store.database)).toEqual(before[1])
    expect(await names()).toEqual(before[2])
    await save('Grey', 'Grey', null)
    expect(await products()).toEqual(before[0])
  })

  test.each([
    ['a name in another letter case', 'BLUE', null, 'There is already a color "Blue".'],
    ['a name of emoji', '🎨🎨', null, 'The name needs a letter or a digit.'],
    ['a name of 300 characters', 'x'.repeat(300), null, 'The name is too long: it may have 50 characters.'],
    ['no name', ' ', null, 'Please write a name.'],
    ['a value that is none', 'Mauve', 'url(x);y', '"url(x);y" isn’t a color value, such as #46607e.'],
  ])('%s is refused with a sentence, and nothing is changed', async (_kind, color, value, message) => {
    const before = [await list(), await lastChange()]
    for (const was of [null, 'Grey']) {
      const refused = await save(was, color, value)
      expect(refused.statusCode).toBe(400)
      expect(refused.json().message).toBe(message)
    }
    expect([await list(), await lastChange()]).toEqual(before)
  })

  onBoth('a color that products have is removed only with the one that they get, and back', async () => {
    const refused = await remove('Tan', null)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('A product has the color "Tan". Please choose a color to replace it.')
    const { audit_id } = (await remove('Tan', 'Grey')).json()
    expect(await names()).not.toContain('Tan')
    await undo(audit_id)
    expect((await list()).colors.find(({ color }) => color === 'Tan')?.products).toBe(1)
    expect((await remove('Yellow', null)).statusCode).toBe(200)
    expect(await names()).not.toContain('Yellow')
  })

  test('colors are put in another order, unless somebody else has changed them since', async () => {
    const { seen } = await list()
    const ordered = (await names()).toReversed()
    expect((await ada.call(adminColors.orderColors, { colors: ordered, seen })).statusCode).toBe(200)
    expect(await names()).toEqual(ordered)
    const refused = await ada.call(adminColors.orderColors, { colors: ordered.toReversed(), seen })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(
      / has changed the colors since you opened them\. Please look at them again\.$/,
    )
    expect(await names()).toEqual(ordered)
  })
})

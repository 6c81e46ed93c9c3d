import { adminOwners } from '@shop/contract/access/owners'
import { adminAudit } from '@shop/contract/audit/admin'
import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { adminPlannedChanges, type PlannedChange } from '@shop/contract/catalog/planned-changes'
import { HOUR_MS } from '@shop/contract/durations'
import { adminToday } from '@shop/contract/today/admin'
import { afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest'
import { deleteAdmin, findAdminByEmail } from '../../admin/access/admins.repository.ts'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { localTime } from '../../platform/lib/days/local-time.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { makeDueChanges } from './apply-planned.ts'

describe.each(ENGINES)('a change that goes live at a time on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  beforeEach(async () => {
    vi.clearAllMocks()
    await shop.store.database.deleteFrom('planned_changes').execute()
  })

  const at = (hours: number) => new Date(Math.floor(shop.clock().getTime() / 60_000) * 60_000 + hours * HOUR_MS)
  const send = (path: string, id: string, body: object) =>
    ada.call({ method: 'POST', path: path.replace(/:\w+/, id) as `/${string}` }, body)
  const getProduct = async (id: string): Promise<AdminProduct> =>
    (
      await ada.call({
        method: 'GET',
        path: adminCatalog.getAdminProduct.path.replace(':product_id', id) as `/${string}`,
      })
    ).json()
  const plan = async (
    id: string,
    changes: object,
    { local = localTime(at(2)), ...rest }: { local?: string; large_price_change?: boolean } = {},
  ) => {
    const { version } = await getProduct(id)
    return send(adminPlannedChanges.planChange.path, id, { version, local, changes, ...rest })
  }
  const listed = async (): Promise<PlannedChange[]> =>
    (await ada.call(adminPlannedChanges.listPlannedChanges)).json().planned
  const makeAt = (hours: number) => makeDueChanges({ database: shop.store.database, clock: () => at(hours), log })
  const undo = (id: number) =>
    undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
  const shownPrice = async (id: string) =>
    (await shop.call(catalogCalls.getProduct, { params: { product_id: id } })).price_cents

  test('is listed, counted in Today, made at its time and not before, seen by shoppers, and undone', async () => {
    const before = await getProduct('101')
    const { planned_id, note } = (await plan('101', { price_cents: 7500, product_name: 'Campus, new' })).json()
    expect(note).toBeNull()
    expect(await listed()).toMatchObject([{ planned_id, product_id: '101', local: localTime(at(2)), problem: null }])
    const planned = { product_name: before.product_name, local: localTime(at(2)) }
    expect((await ada.call(adminToday.getToday)).json().planned).toMatchObject([planned])
    expect((await ada.call(adminAudit.listAudit)).json().entries[0].after.planned.at).toBe(localTime(at(2)))
    expect(await makeAt(1)).toBe(0)
    expect(await shownPrice('101')).toBe(7900)
    expect(await makeAt(2)).toBe(1)
    await expect.poll(() => shownPrice('101')).toBe(7500)
    expect(await listed()).toEqual([])
    const [entry] = await listAudit(shop.store.database, {}, 1)
    expect(entry).toMatchObject({ action: 'product.planned_change_made', actor: 'helper@shop.example' })
    await undo(entry?.id ?? 0)
    expect(await getProduct('101')).toEqual({ ...before, version: before.version + 2 })
  })

  onBoth('is made exactly once, however many nodes make it at the same time', async () => {
    const { version } = await getProduct('102')
    await plan('102', { price_cents: 7000 })
    await plan('102', { price_cents: 7100 }, { local: localTime(at(3)) })
    const made = await Promise.all([makeAt(4), makeAt(4), makeAt(4)])
    expect(await getProduct('102')).toMatchObject({ price_cents: 7100, version: version + 2 })
    const entries = await listAudit(shop.store.database, { subject: { kind: 'product', id: '102' } }, 10)
    expect(entries.filter(({ action }) => action === 'product.planned_change_made')).toHaveLength(2)
    expect(made.length).toBe(3)
  })

  test('sets only its own fields: what was changed by hand in between stays', async () => {
    await plan('103', { sale_price_cents: 8000 })
    const { version } = await getProduct('103')
    const path = adminCatalog.updateProduct.path
    await send(path, '103', { version, changes: { product_name: 'By hand', color: 'Green' } })
    await makeAt(2)
    expect(await getProduct('103')).toMatchObject({ product_name: 'By hand', color: 'Green', sale_price_cents: 8000 })
  })

  onBoth(
    'is changed and cancelled before its time, each with undo, and not over what somebody else has changed',
    async () => {
      const { planned_id } = (await plan('104', { price_cents: 9000 })).json()
      const edit = (version: number, body: object) =>
        send(adminPlannedChanges.editPlannedChange.path, planned_id, { version, local: localTime(at(5)), ...body })
      const edited = (await edit(1, { changes: { price_cents: 9100 } })).json()
      expect(await listed()).toMatchObject([{ local: localTime(at(5)), changes: { price_cents: 9100 }, version: 2 }])
      const stale = await edit(1, { changes: { price_cents: 1 } })
      expect([stale.statusCode, stale.json().message]).toEqual([
        409,
        expect.stringContaining('Someone else has changed'),
      ])
      await undo(edited.audit_id)
      expect(await listed()).toMatchObject([{ local: localTime(at(2)), changes: { price_cents: 9000 }, version: 3 }])
      const cancelled = await send(adminPlannedChanges.cancelPlannedChange.path, planned_id, { version: 3 })
      expect(await listed()).toEqual([])
      await undo(cancelled.json().audit_id)
      expect(await listed()).toMatchObject([{ planned_id, changes: { price_cents: 9000 } }])
      await makeAt(2)
      const gone = await send(adminPlannedChanges.cancelPlannedChange.path, planned_id, { version: 1 })
      expect([gone.statusCode, gone.json().message]).toEqual([404, 'This change has already been made or cancelled.'])
    },
  )

  test('an undo of a cancellation whose time has passed is refused with a sentence', async () => {
    const { planned_id } = (await plan('104', { price_cents: 9000 })).json()
    const { audit_id } = (await send(adminPlannedChanges.cancelPlannedChange.path, planned_id, { version: 1 })).json()
    const late = { database: shop.store.database, clock: () => at(3), actor: 'ada', rules: UNDO_RULES }
    await expect(undoChange(late, audit_id)).rejects.toThrow('This time has passed.')
  })

  onBoth('two changes of a product at the same time are refused, of two products they are not', async () => {
    await plan('105', { price_cents: 8000 })
    const second = await plan('105', { status: 'draft' })
    expect([second.statusCode, second.json().message]).toEqual([
      400,
      'Another change to this product is scheduled for this time. Please change that one.',
    ])
    expect((await plan('106', { price_cents: 8000 })).statusCode).toBe(200)
  })

  test.each([
    ['local', () => localTime(at(-1)), { price_cents: 8000 }, 'This time has passed. Please choose a later one.'],
    ['local', () => '2027-02-30T06:00', { price_cents: 8000 }, 'There is no such day or time as 2027-02-30, 06:00.'],
    ['local', () => '2027-02-03T25:00', { price_cents: 8000 }, 'There is no such day or time as 2027-02-03, 25:00.'],
    ['local', () => 'tomorrow', { price_cents: 8000 }, 'must be a day and time'],
    ['changes', () => localTime(at(2)), {}, 'must change something'],
    ['changes.price_cents', () => localTime(at(2)), { price_cents: -1 }, ''],
    ['sale_price_cents', () => localTime(at(2)), { sale_price_cents: 99_000 }, 'must be lower than the price'],
    ['changes', () => localTime(at(2)), { slug: 'other' }, ''],
  ])(
    '%s that cannot be is refused beside its field, and nothing is planned',
    async (field, local, changes, message) => {
      const response = await plan('107', changes, { local: local() })
      expect([response.statusCode, response.json().details[0].field]).toEqual([400, field])
      expect(response.json().details[0].message).toContain(message)
      expect(await listed()).toEqual([])
    },
  )

  test('for the hour that daylight saving skips is refused beside its field, and nothing is planned', async () => {
    const response = await plan('107', { price_cents: 8000 }, { local: '2027-03-14T02:30' })
    const message = expect.stringContaining('so 02:30 doesn’t exist. Please choose another time.')
    expect([response.statusCode, response.json().details]).toEqual([400, [{ field: 'local', message }]])
    expect(await listed()).toEqual([])
  })

  test('a price that changes by more than half needs a confirmation, and a product that changed since is looked at again', async () => {
    const refused = await plan('107', { price_cents: 100 })
    expect([refused.statusCode, refused.json().details[0].field]).toEqual([409, 'price_cents'])
    expect((await plan('107', { price_cents: 100 }, { large_price_change: true })).statusCode).toBe(200)
    const body = { version: 999, local: localTime(at(3)), changes: { price_cents: 8000 } }
    expect((await send(adminPlannedChanges.planChange.path, '107', body)).statusCode).toBe(409)
    expect((await send(adminPlannedChanges.planChange.path, '999', body)).statusCode).toBe(404)
  })

  test('a change that cannot be made at its time says why, stays until somebody cancels it, and stops nothing else', async () => {
    await plan('205', { price_cents: 3000 })
    await plan('207', { sale_price_cents: 2000 })
    await plan('208', { price_cents: 2500 }, { local: localTime(at(3)) })
    const { audit_id } = (await send(adminCatalog.deleteProduct.path, '205', {})).json()
    const { version } = await getProduct('207')
    await send(adminCatalog.updateProduct.path, '207', { version, changes: { price_cents: 1900 } })
    expect(await makeAt(4)).toBe(1)
    const problems = (await listed()).map(({ product_id, problem }) => [product_id, problem]).sort()
    expect(problems).toEqual([
      ['205', 'The product was deleted. That can be undone under Changes.'],
      ['207', 'In the product as it is now, the sale price must be lower than the price.'],
    ])
    const problem = 'The product was deleted when this was due. Schedule it again, or cancel it.'
    expect(log.warn).toHaveBeenCalledWith({ product: '205', problem }, 'a scheduled change could not be made')
    expect(await makeAt(5)).toBe(0)
    await undo(audit_id)
    expect((await listed()).find(({ product_id }) => product_id === '205')?.problem).toBe(problem)
    expect(log.warn).toHaveBeenCalledTimes(2)
    for (const { planned_id, version: seen } of await listed()) {
      const cancelled = await send(adminPlannedChanges.cancelPlannedChange.path, planned_id, { version: seen })
      expect(cancelled.statusCode).toBe(200)
    }
    expect(await listed()).toEqual([])
  })

  onBoth('of a product that is deleted is told at once, and no longer after the undo', async () => {
    await plan('206', { price_cents: 3000 })
    const { audit_id } = (await send(adminCatalog.deleteProduct.path, '206', {})).json()
    const gone = { product_name: null, problem: 'The product was deleted. That can be undone under Changes.' }
    expect(await listed()).toMatchObject([gone])
    expect((await ada.call(adminToday.getToday)).json().planned).toMatchObject([{ problem: gone.problem }])
    await undo(audit_id)
    expect(await listed()).toMatchObject([{ problem: null }])
  })

  onBoth(
    'of a helper who may no longer change products is reported at once, and not made until somebody else schedules it',
    async () => {
      const grace = await signInAs(shop, 'helper', 'grace@shop.example')
      const owner = await signInAs(shop, 'owner')
      const { version } = await getProduct('110')
      const body = { version, local: localTime(at(2)), changes: { price_cents: 8000 } }
      const path = adminPlannedChanges.planChange.path.replace(':product_id', '110') as `/${string}`
      const { planned_id } = (await grace.call({ method: 'POST', path }, body)).json()
      const { id } = (await findAdminByEmail(shop.store.database, 'grace@shop.example')) ?? { id: '' }
      const { price_cents } = await getProduct('110')
      const setRights = (rights: string[], seen: string[]) =>
        owner
          .call(adminOwners.changeRights, { id, rights, seen })
          .then(({ statusCode }) => expect(statusCode).toBe(200))
      expect(await listed()).toMatchObject([{ problem: null }])
      await setRights(['inquiries'], ['orders', 'products', 'inquiries'])
      const problem =
        'The person who scheduled it can no longer change products. Schedule it again in your own name, or cancel it.'
      expect(await listed()).toMatchObject([{ problem }])
      expect((await owner.call(adminToday.getToday)).json().planned).toMatchObject([{ problem }])
      await setRights(['products'], ['inquiries'])
      expect(await listed()).toMatchObject([{ problem: null }])
      await deleteAdmin(shop.store.database, id)
      expect(await makeAt(2)).toBe(0)
      expect(log.warn).toHaveBeenCalledWith({ product: '110', problem }, 'a scheduled change could not be made')
      expect(await getProduct('110')).toMatchObject({ price_cents })
      const [row] = await listed()
      expect(row).toMatchObject({ planned_id, problem })
      const again = { ...body, version: row?.version, local: localTime(at(3)) }
      expect((await send(adminPlannedChanges.editPlannedChange.path, planned_id, again)).statusCode).toBe(200)
      expect(await makeAt(3)).toBe(1)
      expect(await getProduct('110')).toMatchObject({ price_cents: 8000 })
    },
  )

  onBoth('that the shop itself fails at holds up no other', async () => {
    const broken = (await plan('104', { price_cents: 9000 })).json()
    await plan('208', { price_cents: 2600 }, { local: localTime(at(3)) })
    await shop.store.database
      .updateTable('planned_changes')
      .set({ changes: 'no JSON' })
      .where('planned_id', '=', broken.planned_id)
      .execute()
    await expect(makeAt(4)).rejects.toThrow(SyntaxError)
    expect(await shownPrice('208')).toBe(2600)
  })
})

import { type HelperRight, isAllowed, RIGHT_NAMES } from '@shop/contract/access/helper-rights'
import { adminOwners } from '@shop/contract/access/owners'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { adminAudit } from '@shop/contract/audit/admin'
import { adminCatalog } from '@shop/contract/catalog/admin'
import { adminContact } from '@shop/contract/contact/admin'
import { CONTACT_REASONS, contactCalls } from '@shop/contract/contact/calls'
import { adminOrders } from '@shop/contract/orders/admin'
import { adminToday } from '@shop/contract/today/admin'
import Fastify from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeStock } from '../../catalog/stock/change-stock.ts'
import { guardAdmin } from '../../platform/http/secure-access.ts'
import { type AdminVisitor, acceptAs, PASSWORD, signInAs, visitAdmin } from '../../testing/admin-visitor.ts'
import { BOTH_ENGINES, ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { findAdminByEmail } from '../access/admins.repository.ts'

/** Calls that need no right: the helper's own account, the open tasks, and their own changes. */
const FOR_EVERYBODY = [
  ...Object.values(adminSession),
  adminToday.getToday,
  adminAudit.listAudit,
  adminAudit.undoChange,
].map(({ method, path }) => `${method} ${path}`)

/** Money that leaves, people, and what the whole shop goes by. */
const FOR_OWNERS = [
  'GET /api/admin/backup-files/:name',
  'GET /api/admin/backups',
  'GET /api/admin/delivery-options',
  'GET /api/admin/discounts',
  'GET /api/admin/disputes',
  'GET /api/admin/disputes/:dispute_id',
  'GET /api/admin/mail-texts',
  'GET /api/admin/orders/export',
  'GET /api/admin/owners',
  'GET /api/admin/owners/invites',
  'GET /api/admin/payments',
  'GET /api/admin/sales-tax/states',
  'GET /api/admin/sales-tax/zip-rates',
  'GET /api/admin/settings',
  'GET /api/admin/settings/missing',
  'GET /api/admin/tax-rates',
  'POST /api/admin/backups/check',
  'POST /api/admin/backups/create',
  'POST /api/admin/customers/delete',
  'POST /api/admin/customers/export',
  'POST /api/admin/delivery-options',
  'POST /api/admin/discounts',
  'POST /api/admin/discounts/:code',
  'POST /api/admin/discounts/:code/state',
  'POST /api/admin/mail-texts',
  'POST /api/admin/mail-texts/preview',
  'POST /api/admin/mail-texts/reset',
  'POST /api/admin/mail-texts/send',
  'POST /api/admin/mails/test',
  'POST /api/admin/orders/:order_id/delay',
  'POST /api/admin/orders/:order_id/pay-link',
  'POST /api/admin/orders/:order_id/pay-link/withdraw',
  'POST /api/admin/orders/:order_id/refund',
  'POST /api/admin/orders/:order_id/returns/:return_id/accept',
  'POST /api/admin/orders/:order_id/returns/:return_id/decline',
  'POST /api/admin/owners/invite',
  'POST /api/admin/owners/invites/withdraw',
  'POST /api/admin/owners/remove',
  'POST /api/admin/owners/rights',
  'POST /api/admin/payments/:reference/attach',
  'POST /api/admin/payments/:reference/pay-back',
  'POST /api/admin/payments/:reference/rebuild',
  'POST /api/admin/payments/operations/:operation_id/dismiss',
  'POST /api/admin/sales-tax/states',
  'POST /api/admin/sales-tax/zip-rates',
  'POST /api/admin/sales-tax/zip-rates/preview',
  'POST /api/admin/settings',
  'POST /api/admin/tax-rates',
  'POST /api/admin/waitlist/forget',
]

describe.each(ENGINES)('what helpers may do on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  let owner: AdminVisitor
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const helperWith = (...rights: HelperRight[]) =>
    signInAs(shop, 'helper', `${['helper', ...rights].join('-')}@shop.example`, rights)
  const calls = () =>
    [...shop.app.adminAccess].flatMap(([name, access]) => {
      const [method = '', path = ''] = name.split(' ')
      if (method !== 'GET' && method !== 'POST') return []
      return access === 'public' ? [] : [{ name, method, path, withoutSecondFactor: false, ...access } as const]
    })

  test.each([...RIGHT_NAMES, 'none'] as const)(
    'a helper with only the right "%s" calls what needs it, and nothing else',
    async (right) => {
      const rights = right === 'none' ? [] : [right]
      const helper = await helperWith(...rights)
      const answers = []
      for (const call of calls().filter(({ needs }) => needs !== 'nothing')) {
        shop.passTime(1000)
        const { statusCode } = await helper.call(call)
        const allowed = isAllowed(call.needs, { role: 'helper', rights })
        if ((statusCode !== 403) !== allowed) answers.push([call.name, statusCode])
      }
      expect(answers).toEqual([])
    },
  )

  test('signed-out visitors can make no call, and people with only a password just the first steps', async () => {
    const newcomer = await acceptAs(shop, 'owner', 'new@shop.example')
    const nobody = { host: 'localhost:3000', origin: 'http://localhost:3000' }
    const answers = []
    for (const { method, path, name, withoutSecondFactor } of calls()) {
      shop.passTime(1000)
      for (const headers of [nobody, { ...nobody, cookie: 'admin.session_token=made.up' }]) {
        const { statusCode } = await shop.app.inject({ method, url: path, headers })
        if (statusCode !== 401) answers.push([name, 'signed out', statusCode])
      }
      if (withoutSecondFactor) continue
      const { statusCode } = await newcomer.call({ method, path })
      if (statusCode !== 403) answers.push([name, 'without a second factor', statusCode])
    }
    expect(answers).toEqual([])
  })

  test('without any right there are the own account, what waits, and the changes', () => {
    const open = calls().filter(({ needs }) => needs === 'nothing')
    expect(open.map(({ name }) => name).sort()).toEqual(FOR_EVERYBODY.toSorted())
    const pub = [...shop.app.adminAccess].filter(([, access]) => access === 'public').map(([name]) => name)
    const known = Object.values(adminEntrance).flatMap(({ method, path }) => [
      `${method} ${path}`,
      ...(method === 'GET' ? [`HEAD ${path}`] : []),
    ])
    expect(pub.toSorted()).toEqual(known.toSorted())
  })

  test('calls that are only for owners stay so', () => {
    const owners = calls().filter(({ needs }) => needs === 'owner')
    expect(owners.map(({ name }) => name).sort()).toEqual(FOR_OWNERS)
  })

  test('a call that does not say who may make it stops the start', () => {
    const app = Fastify()
    guardAdmin(app)
    expect(() => app.get('/api/admin/anything', async () => 'done')).toThrow('does not say who may call it')
  })

  const idOf = async (email: string) => (await findAdminByEmail(shop.store.database, email))?.id ?? ''

  test('what an owner chooses counts from the next call on, and is undone', async () => {
    const helper = await helperWith('orders')
    const id = await idOf('helper-orders@shop.example')
    const status = async () => [
      (await helper.call(adminOrders.listAdminOrders)).statusCode,
      (await helper.call(adminCatalog.listAdminProducts)).statusCode,
      (await helper.call(adminContact.listInquiries)).statusCode,
    ]
    expect(await status()).toEqual([200, 200, 403])
    const wanted = { id, rights: ['inquiries'], seen: ['orders'] }
    const { audit_id } = (await owner.call(adminOwners.changeRights, wanted)).json()
    expect(await status()).toEqual([403, 403, 200])
    expect((await helper.call(adminSession.getSession)).json().rights).toEqual(['inquiries'])
    expect((await helper.call(adminOrders.listAdminOrders)).json().message).toBe(
      'You don’t have access to this. An owner can change that under Settings: Orders.',
    )
    const [entry] = (await owner.call(adminAudit.listAudit)).json().entries
    expect(entry).toMatchObject({
      id: audit_id,
      action: 'admin.rights_changed',
      subject: { kind: 'admin', id: 'helper-orders@shop.example' },
      before: { rights: 'orders' },
      after: { rights: 'inquiries' },
      undo: 'possible',
    })
    expect((await owner.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(200)
    expect(await status()).toEqual([200, 200, 403])
  })

  onBoth('two owners who choose at once do not overwrite each other, and an owner has nothing to choose', async () => {
    await helperWith('orders')
    const id = await idOf('helper-orders@shop.example')
    await owner.call(adminOwners.changeRights, { id, rights: ['books'], seen: ['orders'] })
    const late = await owner.call(adminOwners.changeRights, { id, rights: ['products'], seen: ['orders'] })
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Ada has changed this since you opened it: Sales. Please look again.',
    ])
    const own = { id: await idOf('owner@shop.example'), rights: [], seen: [...RIGHT_NAMES] }
    expect((await owner.call(adminOwners.changeRights, own)).statusCode).toBe(409)
    expect((await owner.call(adminOwners.changeRights, { ...own, id: 'nobody' })).statusCode).toBe(404)
  })

  test('an invited helper may do what the invitation says', async () => {
    const { link } = (await owner.call(adminOwners.inviteOwner, { role: 'helper', rights: ['books'] })).json()
    expect((await owner.call(adminOwners.listInvites)).json().invites).toMatchObject([{ rights: ['books'] }])
    const helper = visitAdmin(shop.app)
    const token = link.slice(link.indexOf('#') + 1)
    const person = { name: 'Bo', email: 'bo@shop.example', password: PASSWORD }
    await helper.call(adminEntrance.acceptInvite, { token, ...person })
    expect((await helper.call(adminSession.getSession)).json().rights).toEqual(['books'])
  })

  test('the log of changes shows and undoes what a helper may do', async () => {
    const { database } = shop.store
    const context = { database, clock: shop.clock, actor: 'command' }
    const { audit_id } = await changeStock(context, { product_id: '101', delta: 1, note: '' })
    const [seer, blind] = [await helperWith('products'), await helperWith('orders', 'inquiries', 'books')]
    const actionsOf = async (visitor: AdminVisitor) =>
      (await visitor.call(adminAudit.listAudit)).json().entries.map(({ action }: { action: string }) => action)
    expect(await actionsOf(seer)).toEqual(['product.stock_changed'])
    expect(await actionsOf(blind)).toEqual([])
    expect((await blind.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(403)
    expect((await seer.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(200)
  })

  test('today counts what a helper may see', async () => {
    const sender = { firstName: 'Ada', lastName: 'L', email: 'ada@shop.example', reason: CONTACT_REASONS[0] } as const
    await shop.call(contactCalls.contactUs, { body: { ...sender, reference: '', message: 'Hello', website: '' } })
    const waiting = async (visitor: AdminVisitor) => (await visitor.call(adminToday.getToday)).json().inquiries.waiting
    const [seer, blind] = [await helperWith('inquiries'), await helperWith('products', 'books')]
    expect([await waiting(seer), await waiting(blind)]).toEqual([1, 0])
    await shop.store.database.updateTable('outbox').set({ state: 'failed' }).execute()
    const tasks = async (visitor: AdminVisitor) => (await visitor.call(adminToday.getToday)).json().tasks.length
    expect([await tasks(seer), await tasks(blind)]).toEqual([1, 0])
  })
})

describe.each(BOTH_ENGINES)('the changes of a helper on %s', (engine) => {
  const shop = eachTestShop(engine)

  test.each<HelperRight[][]>([[[]], [['books']]])('with the rights %j are none', async (rights) => {
    const helper = await signInAs(shop, 'helper', 'helper@shop.example', rights)
    const listed = await helper.call(adminAudit.listAudit)
    expect([listed.statusCode, listed.json().entries]).toEqual([200, []])
  })
})

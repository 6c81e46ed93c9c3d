import { adminOwners } from '@shop/contract/access/owners'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { type AuditEntry, adminAudit } from '@shop/contract/audit/admin'
import { adminCatalog } from '@shop/contract/catalog/admin'
import { LOW_STOCK } from '@shop/contract/catalog/stock'
import { contactCalls } from '@shop/contract/contact/calls'
import { adminMail } from '@shop/contract/mail/admin'
import { adminToday } from '@shop/contract/today/admin'
import { beforeEach, describe, expect } from 'vitest'
import { type AdminVisitor, PASSWORD, signInAs, visitAdmin } from '../../testing/admin-visitor.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openTestShop } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { listAdmins } from '../access/admins.repository.ts'
import { removeOwner } from './owners.admin-routes.ts'

describe.each(ENGINES)('owners and helpers in the admin on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine, {}, { SMTP_URL: 'smtp://mail.example' })
  let owner: AdminVisitor
  beforeEach(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const owners = async (): Promise<{ id: string; email: string }[]> =>
    (await owner.call(adminOwners.listOwners)).json().owners
  const changes = async (): Promise<AuditEntry[]> => (await owner.call(adminAudit.listAudit)).json().entries
  const idOf = async (email: string) => (await owners()).find((one) => one.email === email)?.id ?? ''

  onBoth('an invited helper comes in, and is out at once when removed', async () => {
    const { link } = (await owner.call(adminOwners.inviteOwner, { role: 'helper' })).json()
    const helper = visitAdmin(shop.app)
    const token = link.slice(link.indexOf('#') + 1)
    const account = { name: 'Grace', email: 'grace@shop.example', password: PASSWORD }
    await helper.call(adminEntrance.acceptInvite, { token, ...account })
    expect((await helper.call(adminSession.getSession)).json()).toMatchObject({ name: 'Grace', role: 'helper' })
    const id = await idOf(account.email)
    const isRemoved = async () => (await helper.call(adminEntrance.checkRemoved, { id })).json()
    expect(await isRemoved()).toEqual({ is_removed: false })
    expect((await owner.call(adminOwners.removeOwner, { id })).json()).toEqual({ audit_id: null })
    expect((await helper.call(adminSession.getSession)).statusCode).toBe(401)
    expect(await isRemoved()).toEqual({ is_removed: true })
    expect((await owner.call(adminOwners.removeOwner, { id })).statusCode).toBe(404)
    const subject = { kind: 'admin', id: account.email }
    const by = 'owner@shop.example'
    const person = { name: 'Grace', email: account.email, role: 'helper' }
    expect((await changes()).slice(0, 3)).toMatchObject([
      { actor: by, action: 'admin.removed', subject, before: person, after: null, undo: 'never' },
      { actor: account.email, action: 'admin.joined', subject, before: null, after: person, undo: 'never' },
      { actor: by, action: 'admin.invited', after: { role: 'helper' }, undo: 'never' },
    ])
    expect((await owner.call(adminAudit.listAudit)).json().people).toEqual([by, account.email])
  })

  test('an owner who is removed does not come back by an invitation that they made before', async () => {
    const second = await signInAs(shop, 'owner', 'second@shop.example')
    const { link } = (await second.call(adminOwners.inviteOwner, { role: 'helper' })).json()
    const token = link.slice(link.indexOf('#') + 1)
    const check = async () => (await visitAdmin(shop.app).call(adminEntrance.checkInvite, { token })).statusCode
    expect(await check()).toBe(200)
    await owner.call(adminOwners.removeOwner, { id: await idOf('second@shop.example') })
    expect(await check()).toBe(404)
  })

  test.each([
    ['helper', 24 * 60],
    ['owner', 60],
  ] as const)('an invitation as %s is valid for %i minutes', async (role, minutes) => {
    const { link } = (await owner.call(adminOwners.inviteOwner, { role })).json()
    const token = link.slice(link.indexOf('#') + 1)
    const check = async () => (await visitAdmin(shop.app).call(adminEntrance.checkInvite, { token })).statusCode
    shop.passTime((minutes - 1) * 60_000)
    expect(await check()).toBe(200)
    shop.passTime(60_000)
    expect(await check()).toBe(404)
  })

  test('an invitation leads to the address that the owner uses', async () => {
    const used = { host: 'localhost:4100', origin: 'http://localhost:4100' }
    const { link } = (await owner.call(adminOwners.inviteOwner, { role: 'helper' }, used)).json()
    expect(link).toMatch(/^http:\/\/localhost:4100\/admin\/invite#/)
  })

  onBoth(
    'an open invitation is listed with who made it, when and until when, and opens nothing once it is withdrawn',
    async () => {
      const { link, expires_at } = (await owner.call(adminOwners.inviteOwner, { role: 'owner' })).json()
      const token = link.slice(link.indexOf('#') + 1)
      const invites = async () => (await owner.call(adminOwners.listInvites)).json().invites
      const [invite, ...others] = await invites()
      const invited_at = new Date(Date.parse(expires_at) - 60 * 60_000).toISOString()
      expect([invite, others]).toMatchObject([{ role: 'owner', invited_by: 'Ada', invited_at, expires_at }, []])
      expect(token).not.toContain(invite.id)
      expect((await owner.call(adminOwners.withdrawInvite, { id: invite.id })).json()).toEqual({ audit_id: null })
      expect(await invites()).toEqual([])
      const account = { token, name: 'Eve', email: 'eve@shop.example', password: PASSWORD }
      expect((await visitAdmin(shop.app).call(adminEntrance.acceptInvite, account)).statusCode).toBe(404)
      expect((await owner.call(adminOwners.withdrawInvite, { id: invite.id })).statusCode).toBe(404)
      expect((await changes())[0]).toMatchObject({ action: 'admin.invitation_withdrawn', before: { role: 'owner' } })
    },
  )

  test('an invitation that was used or is too old is not listed as open', async () => {
    await owner.call(adminOwners.inviteOwner, { role: 'owner' })
    await signInAs(shop, 'helper')
    const count = async () => (await owner.call(adminOwners.listInvites)).json().invites.length
    expect(await count()).toBe(1)
    shop.passTime(61 * 60_000)
    expect(await count()).toBe(0)
  })

  test('no one removes themselves, and a helper removes and invites no one', async () => {
    const id = await idOf('owner@shop.example')
    expect((await owner.call(adminOwners.removeOwner, { id })).statusCode).toBe(409)
    const helper = await signInAs(shop, 'helper')
    for (const response of [
      await helper.call(adminOwners.listOwners),
      await helper.call(adminOwners.listInvites),
      await helper.call(adminOwners.withdrawInvite, { id: 'any' }),
      await helper.call(adminOwners.inviteOwner, { role: 'owner' }),
      await helper.call(adminOwners.removeOwner, { id }),
      await helper.call(adminMail.sendTestMail),
    ]) {
      expect(response.statusCode).toBe(403)
    }
    expect(await owners()).toHaveLength(2)
  })

  onBoth('two owners who remove each other leave one', async () => {
    const second = await signInAs(shop, 'owner', 'second@shop.example')
    const [mine, theirs] = [await idOf('owner@shop.example'), await idOf('second@shop.example')]
    const responses = await Promise.all([
      owner.call(adminOwners.removeOwner, { id: theirs }),
      second.call(adminOwners.removeOwner, { id: mine }),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200)
    expect(await listAdmins(shop.store.database)).toHaveLength(1)
    const [left] = await listAdmins(shop.store.database)
    const context = { database: shop.store.database, clock: shop.clock, actor: 'removed@shop.example' }
    await expect(removeOwner(context, left?.id ?? '')).rejects.toThrow('This is the shop’s only owner.')
  })

  onBoth('a test email goes to the person who requests it', async () => {
    await owner.call(adminMail.sendTestMail)
    expect(await shop.store.database.selectFrom('outbox').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'test', recipient: 'owner@shop.example' },
    ])
  })

  test('without an email server a test email is refused, with the setting that is missing', async () => {
    const bare = await openTestShop(engine)
    const response = await (await signInAs(bare, 'owner')).call(adminMail.sendTestMail)
    expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('SMTP_URL')])
    expect(await bare.store.database.selectFrom('outbox').select('id').execute()).toEqual([])
    await bare.close()
  })

  onBoth('the log of changes names the person who sends a failed email again', async () => {
    await owner.call(adminMail.sendTestMail)
    const { database } = shop.store
    const { id } = await database.selectFrom('outbox').select('id').executeTakeFirstOrThrow()
    await database.updateTable('outbox').set({ state: 'failed', last_error: 'EENVELOPE 550' }).execute()
    expect((await owner.call(adminMail.retryMail, { id })).json()).toEqual({ audit_id: null })
    const entry = { actor: 'owner@shop.example', action: 'mail.retried', subject: { kind: 'mail', id } }
    expect((await changes())[0]).toMatchObject(entry)
    expect((await owner.call(adminMail.retryMail, { id: 'none' })).statusCode).toBe(409)
    expect((await changes())[0]).toMatchObject(entry)
  })

  test('the list of many unsent emails has the failed ones first, and counts those that it leaves out', async () => {
    await owner.call(adminMail.sendTestMail)
    const { database } = shop.store
    const mail = await database.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 210 }, (_, index) => ({ ...mail, id: `copy-${index}` }))
    await database.insertInto('outbox').values(copies).execute()
    await database.updateTable('outbox').set({ state: 'failed' }).where('id', '=', 'copy-209').execute()
    const { mails, more } = (await owner.call(adminMail.listUnsentMails)).json()
    expect([mails[0].id, mails.length, more]).toEqual(['copy-209', 200, 11])
  })

  onBoth('today counts as low what the list of products shows as low', async () => {
    const { database } = shop.store
    await database.updateTable('products').set({ stock_quantity: LOW_STOCK }).execute()
    const [first, second, third] = await database.selectFrom('products').select('product_id').limit(3).execute()
    const set = (product: typeof first, columns: { stock_quantity?: number; status?: 'draft' }) =>
      database
        .updateTable('products')
        .set(columns)
        .where('product_id', '=', product?.product_id ?? '')
        .execute()
    await set(first, { stock_quantity: LOW_STOCK - 1 })
    await set(second, { stock_quantity: 0 })
    await set(third, { stock_quantity: 0, status: 'draft' })
    expect((await owner.call(adminToday.getToday)).json().goods).toEqual({ sold_out: 1, low: 1 })
    const count = async (stock: string) => {
      const path = `${adminCatalog.listAdminProducts.path}?stock=${stock}&status=published`
      return (await owner.call({ method: 'GET', path })).json().products.length
    }
    expect([await count('out'), await count('low')]).toEqual([1, 1])
  })

  test('today counts what waits', async () => {
    const today = async () => (await owner.call(adminToday.getToday)).json()
    expect(await today()).toMatchObject({
      inquiries: { waiting: 0, oldest_at: null },
      tasks: [],
      orders: { to_ship: 0, overdue: 0, to_pay_back: 0 },
      backup: null,
      findings: expect.arrayContaining([expect.objectContaining({ code: 'backup_not_set' })]),
    })
    const names = { firstName: 'Ada', lastName: 'L', email: 'ada@shopper.example' }
    await shop.call(contactCalls.contactUs, {
      body: { ...names, reason: 'Feedback', reference: '', message: 'Hello', website: '' },
    })
    await shop.store.database.updateTable('outbox').set({ state: 'failed' }).execute()
    expect(await today()).toMatchObject({
      inquiries: { waiting: 1, oldest_at: expect.any(String) },
      tasks: [
        {
          ...{ title: '1 email could not be sent', detail: 'Someone is waiting for it.', urgency: 'now' },
          action: { label: 'See it', to: '/mails' },
        },
      ],
    })
  })
})

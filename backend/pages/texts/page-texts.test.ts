import { adminAudit } from '@shop/contract/audit/admin'
import { DAY_MS } from '@shop/contract/durations'
import { requestPath } from '@shop/contract/http/call'
import { adminPages, type EditedPage } from '@shop/contract/pages/admin'
import { fieldsOf, PAGE_NAMES, type PageName, type PageValues } from '@shop/contract/pages/fields'
import { returnCalls } from '@shop/contract/returns/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteMedia } from '../../media/store/media.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { JOSE, placeOrder } from '../../testing/orders/orders.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openSecondNode } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { removeMedia } from '../remove-media.ts'
import { changePage } from './change-page-texts.ts'
import { getReturnDays, insertPageVersion } from './page-texts.repository.ts'

const WRONG_DAYS = 'Please enter a number of days from 1 to 365.'
const EMPTY = 'Please enter a text. An empty one would leave a gap on the page.'
const UNSEEN = 'It has an invisible character. Please type it again.'

test('names of fields are unique: a page finds its words among those of all pages', () => {
  const names = PAGE_NAMES.flatMap((page) => Object.keys(fieldsOf(page)))
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

describe.each(ENGINES)('what pages say on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  let owner: AdminVisitor
  beforeEach(async () => {
    shop.stopTime()
    owner = await signInAs(shop, 'owner')
  })

  const pages = async () => (await owner.call(adminPages.listPages)).json<{ pages: EditedPage[] }>().pages
  const pageOf = async (name: PageName) => (await pages()).find(({ page }) => page === name)
  const change = (page: PageName, values: Record<string, unknown>, version = 0, by = owner) =>
    by.call(adminPages.changePage, { page, values, version })
  const versionsOf = async (page: PageName) => {
    const path = requestPath(adminPages.listPageVersions.path, { page }, {})
    return (await owner.call({ method: 'GET', path })).json<{ versions: EditedPage[] }>().versions
  }
  const context = () => ({ database: shop.store.database, clock: shop.clock, actor: 'command' })
  const pictureFile = async () => {
    const { file } = await shop.store.database
      .selectFrom('product_pictures')
      .select('file')
      .where('file', 'not like', '%.mp4')
      .orderBy('file')
      .limit(1)
      .executeTakeFirstOrThrow()
    return file
  }

  onBoth('a change is a version, is in the log, is read by other nodes within a second, and is undone', async () => {
    const node = await openSecondNode(shop)
    const { audit_id } = (await change('home', { hero: '  Made by us.\r\n', who: fieldsOf('home').who?.own })).json()
    expect(await pageOf('home')).toMatchObject({ values: { hero: 'Made by us.' }, version: 1, changed_by: 'Ada' })
    const wordsOfNode = async () => {
      await node.inject('/api/docs/json')
      return Reflect.get(node.shop(), 'words')
    }
    await expect.poll(wordsOfNode).toMatchObject({ hero: 'Made by us.' })
    await node.close()
    const [entry] = (await owner.call(adminAudit.listAudit)).json().entries
    expect(entry).toMatchObject({
      id: audit_id,
      action: 'page.changed',
      before: { hero: fieldsOf('home').hero?.own },
      after: { hero: 'Made by us.' },
      undo: 'possible',
    })
    await owner.call(adminAudit.undoChange, { id: audit_id })
    expect(await pageOf('home')).toMatchObject({ values: {}, version: 2 })
    expect((await versionsOf('home')).map(({ version, values }) => [version, values])).toEqual([
      [2, {}],
      [1, { hero: 'Made by us.' }],
    ])
  })

  test('an earlier version comes back, and two people do not overwrite each other', async () => {
    await change('about', { legacy: 'One.\n\n\n\nTwo.' })
    await change('about', {}, 1)
    const [, first] = await versionsOf('about')
    expect(first?.values).toEqual({ legacy: 'One.\n\nTwo.' })
    const late = await change('about', { legacy: 'Mine.' }, 1)
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Ada has changed this page since you opened it. Please look at it again.',
    ])
    expect((await change('about', first?.values ?? {}, 2)).statusCode).toBe(200)
    expect(await pageOf('about')).toMatchObject({ values: first?.values, version: 3 })
    expect((await change('about', first?.values ?? {}, 3)).json()).toEqual({ audit_id: null })
    expect(await versionsOf('about')).toHaveLength(3)
  })

  test.each<[PageName, string, unknown, string]>([
    ['home', 'hero', ' ', EMPTY],
    ['home', 'hero', 'x'.repeat(301), 'This is 301 characters long. Please use at most 300.'],
    ['home', 'hero', 'Two\n\nparagraphs', 'Please write it on one line.'],
    ['home', 'hero', 'A bell\u0007', UNSEEN],
    ['home', 'hero', 'Turned \u202eround', UNSEEN],
    ['home', 'hero', 'Half an emoji \ud83c', UNSEEN],
    ['home', 'hero', 7, 'Please enter a text.'],
    ['home', 'headline', 'Ours', 'Home has no field of this name.'],
    ['home', 'constructor', 'Ours', 'Home has no field of this name.'],
    [
      'home',
      'closingPicture',
      { file: 'gone.jpg', alt: 'A bag' },
      'The picture "gone.jpg" is no longer there. Please choose another one.',
    ],
    [
      'home',
      'closingPicture',
      { file: '../../etc/passwd', alt: 'A bag' },
      'The picture "../../etc/passwd" is no longer there. Please choose another one.',
    ],
    [
      'home',
      'closingPicture',
      { file: 'hero.jpg', alt: '' },
      'Please describe the picture, for people who can’t see it.',
    ],
    ['home', 'closingPicture', 'hero.jpg', 'Please choose a picture.'],
    ['returns', 'returnDays', 0, WRONG_DAYS],
    ['returns', 'returnDays', 366, WRONG_DAYS],
    ['returns', 'returnDays', 14.5, WRONG_DAYS],
    ['returns', 'returnDays', '14', WRONG_DAYS],
    ['returns', 'returnUnused', 'yes', 'Please choose yes or no.'],
    ['orders', 'answer3', 'You have {dayz}.', 'Braces can only hold {days}, {returns}, {email}, {contact}.'],
  ])('%s, %s as %j is refused at its field', async (page, field, value, message) => {
    const response = await change(page, { [field]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json().details).toEqual([{ field: `values.${field}`, message }])
    const preview = await owner.call(adminPages.previewPage, { page, values: { [field]: value } })
    expect(preview.json().details).toEqual(response.json().details)
    expect(await pageOf(page)).toMatchObject({ values: {}, version: 0 })
  })

  onBoth('emoji, quotes, tags and braces of a text are only text', async () => {
    const hero = '👜 <b>"Bags"</b> & {more}'
    expect((await change('home', { hero })).statusCode).toBe(200)
    expect(await pageOf('home')).toMatchObject({ values: { hero } })
  })

  onBoth('helpers edit pages, upload and choose pictures only with the right for pages', async () => {
    const helper = await signInAs(shop, 'helper', 'helper@shop.example', ['pages'])
    expect((await change('home', { hero: 'By a helper.' }, 0, helper)).statusCode).toBe(200)
    const path = `${adminPages.listPagePictures.path}?q=`
    const { pictures } = (await helper.call({ method: 'GET', path })).json()
    expect(pictures).toContainEqual({
      file: await pictureFile(),
      image_url: expect.stringMatching(/^\/images\/.*\?v=/),
    })
    const { audit_id } = (await change('home', {}, 1, helper)).json()
    expect((await helper.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(200)
    const other = await signInAs(shop, 'helper', 'other@shop.example')
    expect((await change('home', { hero: 'No.' }, 3, other)).statusCode).toBe(403)
    expect((await other.call(adminPages.listPages)).statusCode).toBe(403)
    expect((await other.call(adminAudit.undoChange, { id: audit_id })).statusCode).toBe(403)
  })

  test('a picture of a page is shown with its size, is not deleted, and one that is gone leaves the own of the shop', async () => {
    const { database } = shop.store
    const file = await pictureFile()
    await change('about', { aboutPicture: { file, alt: 'Our bench' } })
    const shown = () => Reflect.get(shop.app.shop(), 'photos')
    await shop.app.inject('/api/docs/json')
    expect(shown()).toEqual({
      about: { src: file, alt: 'Our bench', width: expect.any(Number), height: expect.any(Number) },
    })
    await database.deleteFrom('product_pictures').where('file', '=', file).execute()
    expect(await removeMedia(context(), file)).toBe(
      `The page About shows "${file}": choose another picture there first.`,
    )
    await inTransaction(database, (trx) => deleteMedia(trx, file, shop.clock()))
    const { audit_id } = (await change('about', {}, 1)).json()
    await shop.app.inject('/api/docs/json')
    expect(shown()).toBeUndefined()
    const [entry] = (await owner.call(adminAudit.listAudit)).json().entries
    expect(entry).toMatchObject({ id: audit_id, undo: 'overtaken' })
    const undo = await owner.call(adminAudit.undoChange, { id: audit_id })
    expect([undo.statusCode, undo.json().message]).toEqual([
      409,
      `Picture: The picture "${file}" is no longer there. Please choose another one.`,
    ])
  })

  test('what an update no longer knows is left out, and the own of the shop stands there', async () => {
    const values: PageValues = { hero: 'Ours.', closing: 7, gone: 'x' }
    const stored = {
      page: 'home',
      version: 1,
      values,
      changed_at: shop.clock().toISOString(),
      changed_by: 'command',
    } as const
    await inTransaction(shop.store.database, (trx) => insertPageVersion(trx, stored))
    expect(await pageOf('home')).toMatchObject({ values: { hero: 'Ours.' }, version: 1 })
  })

  onBoth('an order keeps the days of when it was placed, and gets more at once', async () => {
    const { database } = shop.store
    const setDays = (returnDays: number) =>
      changePage(context(), { page: 'returns', values: { returnDays }, seen: null })
    const before = { order_date: localDay(shop.clock()) }
    shop.passTime(3 * DAY_MS)
    await setDays(10)
    const onTheDay = { order_date: localDay(shop.clock()) }
    shop.passTime(DAY_MS)
    const after = { order_date: localDay(shop.clock()) }
    const days = async () => [
      await getReturnDays(database, before),
      await getReturnDays(database, onTheDay),
      await getReturnDays(database, after),
    ]
    expect(await days()).toEqual([15, 15, 10])
    await setDays(30)
    expect(await days()).toEqual([30, 30, 30])
    await setDays(7)
    expect(await days()).toEqual([15, 15, 10])
  })

  test('the days of the policy are those of the returns on an order, and its sentence names them', async () => {
    const today = localDay(shop.clock())
    const arrived = { order_status: 'delivered', tracking_number: '1Z9' } as const
    await changePage(context(), { page: 'returns', values: { returnDays: 20 }, seen: null })
    const order = { ...arrived, order_id: '700001', order_date: today, delivered_on: today }
    await placeOrder(shop.store.database, order)
    const returns = () => shop.call(returnCalls.getOrderReturns, { query: { orderId: '700001', ...JOSE } })
    shop.passTime(20 * DAY_MS)
    expect(await returns()).toMatchObject({ is_over: false })
    shop.passTime(DAY_MS)
    expect(await returns()).toMatchObject({ is_over: true })
    const items = [{ order_item_id: '700001-1', quantity: 1 }]
    const late = await shop.app.inject({
      method: 'POST',
      url: returnCalls.askToReturn.path,
      payload: { ...JOSE, orderId: '700001', items, reason: 'Changed My Mind', details: '' },
    })
    expect(late.json().message).toContain('within 20 days of delivery')
  })

  onBoth('emails about a return ask for what the policy asks for', async () => {
    const today = localDay(shop.clock())
    const delivered = { order_status: 'delivered', tracking_number: '1Z9', delivered_on: today } as const
    await changePage(context(), { page: 'returns', values: { returnUnused: false }, seen: null })
    await placeOrder(shop.store.database, { ...delivered, order_id: '700002', order_date: today })
    await shop.app.inject({
      method: 'POST',
      url: returnCalls.askToReturn.path,
      payload: {
        ...JOSE,
        orderId: '700002',
        items: [{ order_item_id: '700002-1', quantity: 2 }],
        reason: 'Changed My Mind',
        details: '',
      },
    })
    const mails = await shop.store.database.selectFrom('outbox').select('text').where('kind', '=', 'return').execute()
    expect(mails[0]?.text).toContain('keep the items in their original packaging.')
  })
})

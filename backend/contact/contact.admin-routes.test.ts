import { adminAudit } from '@shop/contract/audit/admin'
import { adminContact, inquiriesFile } from '@shop/contract/contact/admin'
import { contactCalls } from '@shop/contract/contact/calls'
import { adminMail } from '@shop/contract/mail/admin'
import { beforeEach, describe, expect } from 'vitest'
import { PAGE_SIZE } from '../admin/list-cursor.ts'
import { claimDueMail, markUndelivered } from '../mail/outbox.repository.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { downloadFile } from '../testing/files/download.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'

const MESSAGE = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shopper.example',
  reason: 'Feedback',
  reference: 'Pouch, Blue',
  message: 'Does it float?',
  website: '',
} as const

describe.each(ENGINES)('inquiries in the admin on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  let helper: AdminVisitor
  let id: string
  beforeEach(async () => {
    helper = await signInAs(shop, 'helper')
    await shop.call(contactCalls.contactUs, { body: MESSAGE })
    id = (await list()).inquiries[0]?.message_id ?? ''
  })

  const at = ({ method, path }: { method: 'GET' | 'POST'; path: string }, query = '') => ({
    method,
    path: path.replace(':id', id) + query,
  })
  const list = async (query = '') => {
    const { inquiries } = (await helper.call(at(adminContact.listInquiries, query))).json()
    return { inquiries, ids: inquiries.map(({ message_id }: { message_id: string }) => message_id) }
  }
  const show = async () => (await helper.call(at(adminContact.getInquiry))).json()
  const answer = (text: string) => helper.call(at(adminContact.answerInquiry), { text })
  const undo = (audit_id: number) => helper.call(adminAudit.undoChange, { id: audit_id })
  /** Takes the mails that are due out of the outbox, as its worker does; their kinds. */
  const claimAll = async (): Promise<string[]> => {
    const mail = await claimDueMail(shop.store.database, shop.clock())
    return mail === null ? [] : [mail.kind, ...(await claimAll())]
  }
  const answerMails = () =>
    shop.store.database.selectFrom('outbox').selectAll().where('kind', '=', 'inquiry-answer').execute()

  test('an answer quotes the message, is signed by the shop, and replies to it reach the shop', async () => {
    expect((await answer('It does.\n\nFor a while.')).json()).toEqual({ audit_id: expect.any(Number) })
    expect(await answerMails()).toMatchObject([
      {
        recipient: MESSAGE.email,
        reply_to: shop.app.shop().email,
        subject: 'Re: Feedback: Pouch, Blue',
        text: expect.stringMatching(/^It does\.\n\nFor a while\.\n\nOn .*, you wrote:\n\n> Does it float\?\n\n/),
      },
    ])
    const { inquiry, answers, below_answer, has_mail_server } = await show()
    expect(has_mail_server).toBe(false)
    expect(inquiry.answered_at).not.toBeNull()
    expect(answers).toMatchObject([
      { text: 'It does.\n\nFor a while.', author: 'helper@shop.example', delivery: 'waiting' },
    ])
    expect(below_answer).toContain('> Does it float?')
    expect((await list()).ids).toEqual([])
    expect((await list('?status=answered')).ids).toEqual([id])
  })

  onBoth('an answer can be withdrawn for ten seconds, and not once its email has left', async () => {
    const first = (await answer('Too quick')).json().audit_id
    // No undo of the undo, which would be refused.
    expect((await undo(first)).json()).toEqual({ audit_id: null })
    expect(await answerMails()).toEqual([])
    expect(await show()).toMatchObject({ answers: [], inquiry: { answered_at: null } })

    const second = (await answer('Just right')).json().audit_id
    expect((await show()).answers).toMatchObject([{ undo_id: second }])
    expect(await claimAll()).not.toContain('inquiry-answer')
    shop.passTime(11_000)
    expect(await claimAll()).toContain('inquiry-answer')
    const response = await undo(second)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe('The email has been sent and can’t be stopped. You can write another answer.')
    expect((await show()).answers).toMatchObject([{ undo_id: null }])
  })

  test('the second of two people who answer the same message is told, and asked', async () => {
    const send = (text: string, seen_answers: number) =>
      helper.call(at(adminContact.answerInquiry), { text, seen_answers })
    const responses = await Promise.all([send('It does.', 0), send('It does not.', 0)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const rejected = responses.find(({ statusCode }) => statusCode === 409)
    expect(rejected?.json().message).toContain('Someone else has answered in the meantime')
    expect([(await show()).answers, await answerMails()]).toMatchObject([[{}], [{}]])
    expect((await send('It does not.', 1)).statusCode).toBe(200)
    expect((await show()).answers).toHaveLength(2)
  })

  test('an email that failed says so in the thread and in the list, and is sent again', async () => {
    await answer('It does.')
    shop.passTime(11_000)
    const { database } = shop.store
    for (;;) {
      const mail = await claimDueMail(database, shop.clock())
      if (mail === null) break
      await markUndelivered(database, mail, 'EENVELOPE 550', null)
    }
    const [shown] = (await show()).answers
    expect(shown).toMatchObject({ delivery: 'failed', delivery_error: 'EENVELOPE 550' })
    const { mails, has_mail_server } = (await helper.call(adminMail.listUnsentMails)).json()
    expect(has_mail_server).toBe(false)
    expect(mails.find(({ id: mailId }: { id: string }) => mailId === shown.mail_id)).toMatchObject({ state: 'failed' })
    expect((await helper.call(adminMail.retryMail, { id: shown.mail_id })).statusCode).toBe(200)
    expect((await show()).answers[0]).toMatchObject({ delivery: 'waiting', delivery_error: null })
    expect((await helper.call(adminMail.retryMail, { id: 'no-such-mail' })).statusCode).toBe(409)
  })

  onBoth('an undo and a mark at the same instant do not overwrite each other', async () => {
    const mark = (as: string) => helper.call(at(adminContact.markInquiry), { mark: as })
    for (let round = 0; round < 10; round += 1) {
      const answered = (await mark('answered')).json().audit_id
      const [undone, spam] = await Promise.all([undo(answered), mark('spam')])
      expect([200, 409]).toContain(undone.statusCode)
      expect(spam.statusCode).toBe(200)
      const { inquiry } = await show()
      expect([inquiry.probable_spam, inquiry.answered_at === null]).toEqual([true, undone.statusCode === 200])
      await mark('open')
      await mark('genuine')
    }
  })

  test('marks are taken back by hand and by Undo', async () => {
    const mark = async (as: string) => (await helper.call(at(adminContact.markInquiry), { mark: as })).json().audit_id
    const spam = await mark('spam')
    expect((await list('?status=spam')).ids).toEqual([id])
    expect(await mark('spam')).toBeNull()
    await undo(spam)
    expect((await list()).ids).toEqual([id])
    await mark('answered')
    expect((await list()).ids).toEqual([])
    await mark('open')
    expect((await list()).ids).toEqual([id])
  })

  test('is found by words of its name, address, reference and text', async () => {
    for (const search of ['ADA LOVE', 'shopper.example', 'pouch', 'float?']) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).ids, search).toEqual([id])
      expect((await list('?search=submarine')).ids).toEqual([])
    }
  })

  onBoth('is found by letters beyond ASCII, in any letter case, and wildcards mean themselves', async () => {
    await shop.store.database
      .updateTable('contact_messages')
      .set({ first_name: 'Élodie', reference: '50% off' })
      .execute()
    for (const search of ['Élo', 'éLODIE', 'elodie', '50% o']) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).ids, search).toEqual([id])
    }
    for (const search of ['Elodía', '50_ off']) {
      expect((await list(`?search=${encodeURIComponent(search)}`)).ids, search).toEqual([])
    }
  })

  onBoth('of the open ones the oldest comes first, on each page; of all the newest', async () => {
    const { database } = shop.store
    const message = await database.selectFrom('contact_messages').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => ({
      ...message,
      message_id: `copy-${index}`,
      received_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    }))
    await database.deleteFrom('contact_messages').execute()
    await database.insertInto('contact_messages').values(copies).execute()
    const pages = async (status: string) => {
      const first = (await helper.call(at(adminContact.listInquiries, `?status=${status}`))).json()
      const rest = (await helper.call(at(adminContact.listInquiries, `?status=${status}&after=${first.next}`))).json()
      expect(rest.next).toBeNull()
      return [...first.inquiries, ...rest.inquiries].map(({ message_id }) => message_id)
    }
    const oldestFirst = copies.map(({ message_id }) => message_id)
    expect(await pages('open')).toEqual(oldestFirst)
    expect(await pages('all')).toEqual(oldestFirst.toReversed())
  })

  onBoth('a bad answer is named beside its field', async () => {
    for (const text of ['', ' ', 'x'.repeat(10_001)]) {
      const response = await answer(text)
      expect(response.statusCode).toBe(400)
      expect(response.json().details[0].field).toBe('text')
      expect(await answerMails()).toEqual([])
    }
  })

  test('what is not there is not found, and the export holds what is there', async () => {
    const known = id
    id = 'nobody'
    for (const response of [await answer('Hello'), await helper.call(at(adminContact.markInquiry), { mark: 'spam' })]) {
      expect(response.statusCode).toBe(404)
    }
    expect(await downloadFile(helper, inquiriesFile, { status: 'all' })).toContain(known)
  })

  onBoth('an address that no email reaches is said before anything is written', async () => {
    await shop.store.database.updateTable('contact_messages').set({ email: 'a@b.co, c@d.co' }).execute()
    expect((await show()).can_be_answered).toBe(false)
    expect((await answer('Hello')).statusCode).toBe(409)
    expect((await show()).answers).toEqual([])
  })
})

import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { adminReturns, MAX_LABEL_BYTES } from '@shop/contract/returns/admin'
import { expect, test } from 'vitest'
import { PDF, returnedOrders } from '../../testing/orders/returned-orders.ts'

const { shop, owner, helper, daysAgo, arrive, ask, one, returnsOf, send, get, change, mailsOf, stockOf, waiting } =
  returnedOrders()

test('a shopper asks to return, the family accepts with a label, receives it and pays it back, each with its email', async () => {
  await arrive('600001')
  expect(await returnsOf('600001')).toEqual({
    last_day: daysAgo(-5),
    is_over: false,
    returnable: [
      { order_item_id: '600001-1', quantity: 2 },
      { order_item_id: '600001-2', quantity: 1 },
    ],
    returns: [],
  })
  expect(
    (await ask('600001', one('600001'), { reason: 'Defective/Damaged', details: ' A seam 🧵 is open. ' })).json(),
  ).toEqual({
    success: true,
  })
  expect((await mailsOf('600001')).map(({ kind }) => kind).toSorted()).toEqual(['return', 'return-shop'])
  expect(await waiting()).toBe(1)

  const preview = { change: 'accept_return', return_id: '600001-RMA1', answer: 'Thank you.', has_label: true }
  const mail = (await send(owner(), adminOrders.previewOrderMail, '600001', preview)).json()
  expect(mail.text).toContain('(the link to the label)')
  expect(mail.text, 'the label has the address').not.toContain('we tell you where')
  const accepted = await change(owner(), adminReturns.acceptReturn, '600001', {
    answer: 'Thank you.',
    label: PDF.toString('base64'),
  })
  expect(accepted.statusCode).toBe(200)
  const [shown] = (await returnsOf('600001')).returns
  expect(shown).toMatchObject({ state: 'accepted', answer: 'Thank you.', label_url: expect.stringContaining('token=') })
  const url = shown?.label_url ?? ''
  const text = (await mailsOf('600001')).find(({ subject }) => subject.endsWith('was accepted'))?.text ?? ''
  expect(text).toContain(`http://localhost:3000${url}`)
  expect(text).toContain('This was our mistake: we’ll refund you in full, shipping included.')
  const told = (await mailsOf('600001')).filter(({ kind }) => kind === 'return')
  expect(told).toHaveLength(2)
  for (const mail of told) expect(mail.text, 'it arrived defective').not.toMatch(/unused|packaging/)
  const label = await shop.app.inject(url)
  expect(label.rawPayload).toEqual(PDF)
  expect(label.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="return-label-600001-RMA1.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })

  const before = await stockOf('101')
  const early = await change(owner(), adminOrders.refundOrder, '600001', {
    amount_cents: 8552,
    item_ids: [],
    note: '',
    return_id: '600001-RMA1',
  })
  expect([early.statusCode, early.json().message]).toEqual([409, 'Return 600001-RMA1 is not received yet.'])
  await change(helper(), adminReturns.receiveReturn, '600001', { restocked_item_ids: ['600001-1'] })
  expect(await stockOf('101')).toBe(before + 1)
  expect((await shop.app.inject(url)).statusCode).toBe(404)
  expect(await waiting()).toBe(1)

  const refund = { amount_cents: 8552, item_ids: [], note: 'For your return.', return_id: '600001-RMA1' }
  expect((await change(owner(), adminOrders.refundOrder, '600001', refund)).statusCode).toBe(200)
  expect((await returnsOf('600001')).returns).toMatchObject([{ state: 'paid_back' }])
  expect(await waiting()).toBe(0)
  const twice = await change(owner(), adminOrders.refundOrder, '600001', refund)
  expect([twice.statusCode, twice.json().message]).toEqual([409, 'Return 600001-RMA1 is already refunded.'])
  expect((await get('600001')).events.map((event) => event.text)).toEqual([
    'Refunded $85.52 (For your return.)',
    'Return received',
    'Return accepted (Thank you.)',
    expect.stringMatching(/^Return requested: 1 × .* \(Defective\/Damaged\)$/),
    'Delivered',
    'Ordered',
  ])
})

test('a label that is no PDF, PNG or JPEG, or is too large, is refused with a sentence', async () => {
  await arrive('600061')
  await ask('600061', one('600061'))
  const accept = (label: Buffer) =>
    change(owner(), adminReturns.acceptReturn, '600061', { answer: '', label: label.toString('base64') })
  const page = await accept(Buffer.from('<!doctype html><script>alert(1)</script>'))
  expect([page.statusCode, page.json().details]).toEqual([
    400,
    [{ field: 'label', message: 'The label isn’t a PDF, PNG or JPEG. Please save it as one of these.' }],
  ])
  expect((await accept(Buffer.alloc(0))).statusCode).toBe(400)
  const large = await accept(Buffer.concat([PDF, Buffer.alloc(MAX_LABEL_BYTES)]))
  expect([large.statusCode, large.json().details]).toEqual([
    400,
    [{ field: 'label', message: 'The label is larger than 2 MB. Please save a smaller file.' }],
  ])
  const huge = await accept(Buffer.alloc(50_000_000))
  expect([huge.statusCode, huge.json().message]).toEqual([413, expect.stringMatching(/\.$/)])
  expect((await get('600061')).returns).toMatchObject([{ state: 'asked' }])
})

test('a forged token gets no label', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), '../../etc/passwd', '%00']) {
    const response = await shop.app.inject(`/return-label?token=${token}`)
    expect([400, 404]).toContain(response.statusCode)
  }
  const page = await shop.app.inject({ url: '/return-label?token=x', headers: { accept: 'text/html' } })
  expect(page.headers['content-type']).toContain('text/html')
})

test('helpers see returns and record what comes back, and decide nothing', async () => {
  await arrive('600071')
  await ask('600071', one('600071'))
  expect((await send(helper(), adminOrders.getAdminOrder, '600071')).json<AdminOrder>().returns).toHaveLength(1)
  for (const [endpoint, body] of [
    [adminReturns.acceptReturn, { answer: '', label: null }],
    [adminReturns.declineReturn, { answer: 'No.' }],
  ] as const) {
    expect((await change(helper(), endpoint, '600071', body)).statusCode).toBe(403)
  }
  const stale = await send(owner(), adminReturns.acceptReturn, '600071', { answer: '', label: null, version: 0 })
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    expect.stringContaining('Someone else just changed this order'),
  ])
  expect((await get('600071')).returns).toMatchObject([{ state: 'asked' }])
})

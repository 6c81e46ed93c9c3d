import { returnCalls } from '@shop/contract/returns/calls'
import { expect, test } from 'vitest'
import { checkReturn, chosenItems, hasArrived, initialFields, returnWords } from './return-request.ts'

const RETURNABLE = [
  { order_item_id: '1-1', quantity: 2 },
  { order_item_id: '1-2', quantity: 1 },
]
const EMPTY = initialFields(RETURNABLE)

test('nothing is asked of an order that has not arrived', () => {
  const shown = ['processing', 'shipped', null, 'cancelled', 'Delivered', 'refunded']
  expect(shown.filter((order_status) => hasArrived({ order_status }))).toEqual(['Delivered', 'refunded'])
})

test('a request needs an item and a reason of the list', () => {
  expect(checkReturn(EMPTY, RETURNABLE)).toEqual({
    '1-1': 'Please choose at least one item to return.',
    reason: 'Please select a reason.',
  })
  expect(checkReturn({ ...EMPTY, '1-2': '1', reason: 'Just because' }, RETURNABLE)).toHaveProperty('reason')
  expect(checkReturn({ ...EMPTY, '1-2': '1', reason: 'Changed My Mind' }, RETURNABLE)).toEqual({})
})

test('a single piece needs no choice: it is what is returned', () => {
  const several = { order_item_id: '1-1', quantity: 2 }
  expect(initialFields([{ order_item_id: '1-2', quantity: 1 }])).toMatchObject({ '1-2': '1' })
  expect([initialFields([several]), EMPTY]).toMatchObject([{ '1-1': '' }, { '1-1': '', '1-2': '' }])
})

test('items that are kept, or can no longer be returned, are not sent', () => {
  const fields = { ...EMPTY, '1-1': '2', '1-9': '1' }
  expect(chosenItems(fields, RETURNABLE)).toEqual([{ order_item_id: '1-1', quantity: 2 }])
})

test('what another backend sends of returns is read as far as it is understood', () => {
  const { parse } = returnCalls.getOrderReturns
  expect(parse({})).toEqual({ last_day: null, is_over: false, returnable: [], returns: [] })
  const known = {
    return_id: 7,
    state: 'accepted',
    label_path: '/return-label?token=x',
    items: [{ order_item_id: 1, quantity: '2' }, {}],
  }
  const body = {
    last_day: '2026-11-25',
    returns: [known, { ...known, state: 'lost' }, { ...known, label_path: 'javascript:alert(1)' }],
  }
  expect(parse(body, 'https://api.example').returns).toMatchObject([
    {
      return_id: '7',
      label_url: 'https://api.example/return-label?token=x',
      items: [{ order_item_id: '1', quantity: 2 }],
    },
    { label_url: null },
  ])
  expect(() => parse([])).toThrow(TypeError)
})

test('an item that arrived defective or wrong need not be kept unused or in its packaging', () => {
  const nextOf = (state: 'asked' | 'accepted', reason: string) => returnWords({ state, reason }, {}).next
  expect(nextOf('asked', 'Changed My Mind')).toContain('keep the item unused and in its original packaging.')
  for (const reason of ['Defective/Damaged', 'Wrong Item Received']) {
    expect(nextOf('asked', reason)).toContain('keep the item as is.')
    expect(nextOf('accepted', reason)).toBe('Send your return well packed. Our email says where to send it.')
  }
})

import { expect, test } from 'vitest'
import { compareLedgers, type Ledgers } from './compare-ledgers.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const OLD = NOW - 16 * 60_000
const sale = (of: Partial<Ledgers['transactions'][number]>): Ledgers['transactions'][number] => ({
  id: 'a',
  kind: 'sale',
  refundOf: null,
  reference: null,
  state: 'authorized',
  cents: 5000,
  authorizedCents: 5000,
  ...of,
})
const refund = (of: Partial<Ledgers['transactions'][number]>) =>
  sale({ kind: 'refund', refundOf: 'paid', reference: 'R-paid', state: 'settled', ...of })

/** An order that waits, one that was captured in part and refunded, a cancelled one, a decline, an abandoned one. */
const BOOKS: Ledgers = {
  now: NOW,
  transactions: [
    sale({ id: 'new', reference: 'R-new' }),
    sale({ id: 'paid', reference: 'R-paid', state: 'settled', cents: 4000 }),
    refund({ id: 'back1', cents: 1000 }),
    refund({ id: 'back2', cents: 3000 }),
    sale({ id: 'off', reference: 'R-off', state: 'voided' }),
    sale({ id: 'no', reference: 'R-no', state: 'declined' }),
    sale({ id: 'late', reference: 'R-late', state: 'voided' }),
  ],
  orders: [
    { reference: 'R-new', cents: 5000 },
    { reference: 'R-paid', cents: 5000 },
    { reference: 'R-off', cents: 5000 },
  ],
  placements: [
    { key: 'new', state: 'placed', reference: 'R-new', since: OLD },
    { key: 'paid', state: 'placed', reference: 'R-paid', since: OLD },
    { key: 'off', state: 'placed', reference: 'R-off', since: OLD },
    { key: 'no', state: 'declined', reference: 'R-no', since: OLD },
    { key: 'late', state: 'abandoned', reference: 'R-late', since: OLD },
    { key: 'open', state: 'authorizing', reference: 'R-open', since: NOW },
  ],
  operations: [
    { id: '1', kind: 'capture', reference: 'R-paid', cents: 4000, state: 'done', since: OLD },
    { id: '2', kind: 'refund', reference: 'R-paid', cents: 3000, state: 'done', since: OLD },
    { id: '3', kind: 'refund', reference: 'R-paid', cents: 1000, state: 'done', since: OLD },
    { id: '4', kind: 'void', reference: 'R-off', cents: 0, state: 'done', since: OLD },
    { id: '5', kind: 'void', reference: 'R-late', cents: 0, state: 'done', since: OLD },
    { id: '6', kind: 'refund', reference: 'R-paid', cents: 9000, state: 'refused', since: OLD },
  ],
  answers: [
    { key: 'new', status: 200, reference: 'R-new' },
    { key: 'new', status: 200, reference: 'R-new' },
    { key: 'no', status: 402, reference: null },
  ],
  codes: [{ code: 'SUMMER', uses: 2, open: 2 }],
  stock: [{ product: '108', start: 5, now: 3, open: 2 }],
  confirmations: [{ reference: 'R-new' }, { reference: 'R-paid' }, { reference: 'R-off' }],
}

type Rows = Omit<Ledgers, 'now'>

/** The books with the values of the rows that match. */
function changed<T extends keyof Rows>(
  table: T,
  match: Partial<Rows[T][number]>,
  values: Partial<Rows[T][number]>,
): Ledgers {
  const isMatch = (row: object) => Object.entries(match).every(([name, value]) => Reflect.get(row, name) === value)
  return { ...BOOKS, [table]: BOOKS[table].map((row) => (isMatch(row) ? { ...row, ...values } : row)) }
}

function added<T extends keyof Rows>(table: T, row: Rows[T][number]): Ledgers {
  return { ...BOOKS, [table]: [...BOOKS[table], row] }
}

function without(table: keyof Rows, index: number): Ledgers {
  return { ...BOOKS, [table]: BOOKS[table].filter((_row, at) => at !== index) }
}

test('books that agree have no finding', () => {
  expect(compareLedgers(BOOKS)).toEqual([])
})

test.each<[string, Ledgers, string]>([
  ['a use of a code that was not given back', changed('codes', {}, { uses: 3 }), 'the uses of code SUMMER are wrong'],
  [
    'money without an order',
    added('transactions', sale({ id: 'x', reference: 'R-x' })),
    'transaction x holds money without an order',
  ],
  [
    'money of a decline that was authorized after all',
    changed('transactions', { id: 'no' }, { state: 'authorized' }),
    'key no is declined and has money',
  ],
  [
    'a late authorization that was not voided',
    changed('transactions', { id: 'late' }, { state: 'authorized' }),
    'key late is abandoned and has money',
  ],
  [
    'a double authorization, even a voided one',
    added('transactions', sale({ id: 'x', reference: 'R-new', state: 'voided' })),
    'R-new was authorized twice',
  ],
  ['an order whose money is lost', without('transactions', 0), 'order R-new has no authorization'],
  [
    'an order in another amount',
    changed('orders', { reference: 'R-new' }, { cents: 4999 }),
    'order R-new was authorized in another amount',
  ],
  ['two orders of a reference', added('orders', { reference: 'R-new', cents: 5000 }), 'R-new has two orders'],
  ['an order without a placement', without('placements', 0), 'order R-new has no placement'],
  ['a lost order', without('orders', 0), 'key new is placed and has no order'],
  [
    'an order of a placement that is not placed',
    changed('placements', { key: 'new' }, { state: 'declined' }),
    'key new is declined and has an order',
  ],
  ['a key with two placements', changed('placements', { key: 'open' }, { key: 'no' }), 'key no has two placements'],
  [
    'a reference that was drawn twice',
    changed('placements', { key: 'open' }, { reference: 'R-no' }),
    'reference R-no was drawn twice',
  ],
  [
    'a placement that stays unknown',
    changed('placements', { key: 'open' }, { since: OLD }),
    'key open has been unknown too long',
  ],
  [
    'an operation that stays unknown',
    changed('operations', { id: '1' }, { state: 'unknown' }),
    'operation 1 has been unknown too long',
  ],
  [
    'more captured than authorized',
    changed('transactions', { id: 'paid' }, { cents: 5001 }),
    'more than authorized was captured of paid',
  ],
  [
    'more refunded than captured',
    changed('transactions', { id: 'back1' }, { cents: 1001 }),
    'more than captured was refunded of paid',
  ],
  [
    'a refund of what was never captured',
    added('transactions', refund({ id: 'x', refundOf: 'new', cents: 1 })),
    'more than captured was refunded of new',
  ],
  [
    'a capture that was not executed',
    added('operations', { id: 'x', kind: 'capture', reference: 'R-new', cents: 1, state: 'done', since: OLD }),
    'the captures of new are not those of the database',
  ],
  [
    'a capture that no one requested',
    changed('transactions', { id: 'new' }, { state: 'submitted' }),
    'the captures of new are not those of the database',
  ],
  [
    'a refund executed twice',
    changed('transactions', { id: 'back2' }, { cents: 1000 }),
    'the refunds of paid are not those of the database',
  ],
  [
    'a void that was not executed',
    changed('transactions', { id: 'off' }, { state: 'authorized' }),
    'the voids of off are not those of the database',
  ],
  ['a void that no one requested', without('operations', 3), 'the voids of off are not those of the database'],
  [
    'different answers to one key',
    added('answers', { key: 'new', status: 409, reference: null }),
    'key new was answered differently',
  ],
  [
    'an unknown order that a client was told of',
    added('answers', { key: 'gone', status: 200, reference: 'R-gone' }),
    'key gone was told of an order that is not its own',
  ],
  [
    'an order of another key',
    added('answers', { key: 'paid', status: 200, reference: 'R-new' }),
    'key paid was told of an order that is not its own',
  ],
  [
    'a decline of what is placed',
    added('answers', { key: 'paid', status: 402, reference: null }),
    'key paid was told of a decline and is placed',
  ],
  ['stock that leaked', changed('stock', { product: '108' }, { now: 2 }), 'the stock of 108 is wrong'],
  ['a missing confirmation', without('confirmations', 0), 'order R-new has 0 confirmations'],
  ['a second confirmation', added('confirmations', { reference: 'R-new' }), 'order R-new has 2 confirmations'],
])('finds %s', (_what, books, finding) => {
  expect(compareLedgers(books)).toContain(finding)
})

test('the outcome of an unknown operation is no finding for a quarter of an hour', () => {
  expect(compareLedgers(changed('operations', { id: '1' }, { state: 'unknown', since: NOW }))).toEqual([])
  expect(compareLedgers(added('transactions', sale({ id: 'x', reference: 'R-open' })))).toEqual([])
})

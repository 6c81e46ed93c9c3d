import { MantineProvider } from '@mantine/core'
import type { ImportPreview } from '@shop/contract/orders/import'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ImportOrders } from './import-orders.tsx'

const PREVIEW: ImportPreview = {
  ...{ headers: [], samples: [], columns: {}, problems: [], problem_count: 0, order_count: 1, item_count: 1 },
  questions: [],
  orders: [
    {
      ...{ order_id: '1001', order_date: '2026-11-27', name: '', email: '', status: 'delivered', channel: 'fair' },
      ...{ delivery_address: null, items: ['1 × Bag'], total_cents: 7900 },
    },
  ],
  notes: [{ row: 4, message: 'Order 1002 is left out: it is marked “pending”.' }],
  note_count: 3,
}

const shown = (preview: ImportPreview) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ImportOrders preview={preview} isPending={false} onImport={() => undefined} onBack={() => undefined} />
    </MantineProvider>,
  )

test('what is left out is named beside the orders; an order of no one has its number only', () => {
  const html = shown(PREVIEW)
  expect(html).toContain('Row 4: Order 1002 is left out: it is marked “pending”.')
  expect(html).toContain('And 2 more.')
  expect(html).not.toContain('1001, ')
  expect(shown({ ...PREVIEW, notes: [], note_count: 0 })).not.toContain('Please check')
})

test('ZIP codes of other states are asked about by their rows; only then the orders can be imported', () => {
  const zip = (row: number) => ({
    row,
    field: 'delivery_zip',
    message: '01970 is a ZIP code in Massachusetts, not Maine',
  })
  const button = /<button[^>]*disabled=""[^>]*>.*?Import one order/
  expect(shown(PREVIEW)).not.toMatch(button)
  const one = shown({ ...PREVIEW, questions: [zip(2)] })
  expect(one).toContain('Row 2, ZIP code: 01970 is a ZIP code in Massachusetts, not Maine')
  expect(one).toMatch(button)
  expect(one).not.toContain('All of them are right')
  expect(shown({ ...PREVIEW, questions: [zip(2), zip(3)] })).toContain('All of them are right')
})

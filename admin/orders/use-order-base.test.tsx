import type { AdminOrder } from '@shop/contract/admin/orders'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CHANGE_KEY } from '../app/changes.ts'
import { ORDER } from '../testing/sample-order.ts'
import { useOrderBase } from './order-dialog.tsx'
import { orderQuery } from './orders.queries.ts'

const NOTED: AdminOrder = { ...ORDER, version: 1 }

/** What a form knows when the page passes on `order` while the cache has it with a note of one's own. */
function baseOf(order: AdminOrder, { isNoteUnderWay }: { isNoteUnderWay: boolean }): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(orderQuery(order.order_id).queryKey, NOTED)
  const note = queryClient
    .getMutationCache()
    .build(queryClient, { mutationKey: CHANGE_KEY, mutationFn: async () => {} })
  if (isNoteUnderWay) void note.execute(undefined)
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <Probe order={order} />
    </QueryClientProvider>,
  )
}

function Probe({ order }: { order: AdminOrder }) {
  const { base, hasNewer, isSettled } = useOrderBase(order)
  return JSON.stringify([base.version, hasNewer, isSettled])
}

test('a note of one’s own that the page has not shown yet is not taken for somebody else’s', () => {
  expect(baseOf(ORDER, { isNoteUnderWay: false })).toBe('[1,false,true]')
  expect(baseOf(NOTED, { isNoteUnderWay: false })).toBe('[1,false,true]')
})

test('a form is not settled while a note of one’s own is under way', () => {
  expect(baseOf(ORDER, { isNoteUnderWay: true })).toBe('[1,false,false]')
})

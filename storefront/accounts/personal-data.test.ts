import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetOthersData, ownerOf, personalKey } from './personal-data.ts'

const ada = ownerOf({ user: { customer_id: '7' } })
const ben = ownerOf({ user: { customer_id: '8' } })
const guest = ownerOf({ user: null })

function clientWithData(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['products'], 'for everybody')
  for (const owner of [ada, ben, guest]) client.setQueryData(personalKey(owner, 'orders'), owner)
  return client
}

test.each([
  ['a guest', guest, [ada, ben]],
  ['another customer', ben, [ada, guest]],
])("when the visitor is %s, other visitors' data is dropped", (_, owner, gone) => {
  const client = clientWithData()
  forgetOthersData(client, owner)
  expect(client.getQueryData(personalKey(owner, 'orders'))).toBe(owner)
  for (const other of gone) expect(client.getQueryData(personalKey(other, 'orders'))).toBeUndefined()
  expect(client.getQueryData(['products'])).toBe('for everybody')
})

test('a customer whose id is the word for guests is still a customer', () => {
  expect(ownerOf({ user: { customer_id: guest } })).not.toBe(guest)
})

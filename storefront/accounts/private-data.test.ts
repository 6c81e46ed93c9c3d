import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { forgetOthers, ownerOf, privateKey } from './private-data.ts'

const ada = ownerOf({ user: { customer_id: '7' } })
const ben = ownerOf({ user: { customer_id: '8' } })
const guest = ownerOf({ user: null })

function clientWithData(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['products'], 'for everybody')
  for (const owner of [ada, ben, guest]) client.setQueryData(privateKey(owner, 'orders'), owner)
  return client
}

test.each([
  ['a guest', guest, [ada, ben]],
  ['another customer', ben, [ada, guest]],
])("when %s is at the browser, nobody else's data is kept", (_, owner, gone) => {
  const client = clientWithData()
  forgetOthers(client, owner)
  expect(client.getQueryData(privateKey(owner, 'orders'))).toBe(owner)
  for (const other of gone) expect(client.getQueryData(privateKey(other, 'orders'))).toBeUndefined()
  expect(client.getQueryData(['products'])).toBe('for everybody')
})

test('a customer whose id is the word for guests is still a customer', () => {
  expect(ownerOf({ user: { customer_id: guest } })).not.toBe(guest)
})

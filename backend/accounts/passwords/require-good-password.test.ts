import { accountCalls } from '@shop/contract/accounts/calls'
import { expect, test } from 'vitest'
import { eachTestShop } from '../../testing/test-hooks.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada1843@shop.example' }

const shop = eachTestShop('sqlite')

const signUp = (password: string) =>
  shop.app.inject({
    method: 'POST',
    url: accountCalls.signUp.path,
    payload: { ...ADA, loginId: ADA.email, password },
  })
const accounts = () => shop.store.database.selectFrom('customers').selectAll().execute()

test.each([
  ['password1', 'most common'],
  ['Password1', 'most common'],
  ['abc123', 'most common'],
  ['QWERTY123', 'most common'],
  ['ada1843@shop.example', 'email address'],
  ['ADA1843@Shop.example', 'email address'],
  ['ada1843', 'email address'],
])('%s is rejected for a new account, with a message for the shopper', async (password, words) => {
  const response = await signUp(password)
  expect(response.statusCode).toBe(400)
  const message = expect.stringContaining(words)
  expect(response.json()).toMatchObject({
    error: 'invalid_request',
    message,
    details: [{ field: 'password', message }],
  })
  expect(await accounts()).toEqual([])
})

test.each(['backpack40', 'ada1843!', 'my password1'])('%s is accepted', async (password) => {
  expect((await signUp(password)).statusCode).toBe(200)
  expect(await accounts()).toHaveLength(1)
})

test('an existing account with a common password still signs in', async () => {
  await signUp('backpack40')
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await shop.store.database.updateTable('customers').set({ password_hash: hash }).execute()
  const payload = { loginId: ADA.email, password: 'password' }
  const response = await shop.app.inject({ method: 'POST', url: accountCalls.signIn.path, payload })
  expect(response.statusCode).toBe(200)
})

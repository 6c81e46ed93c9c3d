import { isAcceptablePassword } from '@shop/contract/accounts/calls'
import type { Shop } from '@shop/contract/pages/shop'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { shop } from '../../../shop.config.ts'
import { render } from '../../entry-server.tsx'
import { checkSignUp, NO_SIGN_UP, passwordAlert } from './sign-in-forms.tsx'

const ada = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@packwright.example',
  password: 'backpack40',
  confirm: 'backpack40',
}

test('the sign-up form accepts a complete form', () => {
  expect(checkSignUp(ada)).toEqual({})
  expect(passwordAlert(ada)).toBeNull()
})

test('the sign-up form requires first name, last name, email, password and confirm', () => {
  expect(Object.keys(checkSignUp(NO_SIGN_UP))).toEqual(Object.keys(NO_SIGN_UP))
})

test('the sign-up form marks a name that carries a web address', () => {
  expect(checkSignUp({ ...ada, lastName: 'evil.com' })).toEqual({
    lastName: 'Please enter a name without a web address.',
  })
})

test.each(Object.keys(NO_SIGN_UP))('the sign-up form marks a missing %s at its field and raises no alert', (name) => {
  const values = { ...ada, [name]: ' '.repeat(name === 'password' || name === 'confirm' ? 0 : 1) }
  expect(checkSignUp(values)).toHaveProperty(name)
  expect(passwordAlert(values)).toBeNull()
})

test("the sign-up form alerts 'Invalid Password' for a password that breaks the rule, before any mismatch", () => {
  expect(passwordAlert({ ...ada, password: 'short' })).toEqual({
    title: 'Invalid Password',
    text: 'Must be minimum 6 characters containing both letters and numbers',
  })
})

test("the sign-up form alerts 'Passwords do not match'", () => {
  expect(passwordAlert({ ...ada, confirm: 'backpack41' })).toEqual({ text: 'Passwords do not match' })
})

test('the sign-up form alerts nothing exactly when the password is acceptable and typed twice alike', () => {
  const text = fc.string({ minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, fc.option(text), (password, other) => {
      const confirm = other ?? password
      const fine = isAcceptablePassword(password) && confirm === password
      expect(passwordAlert({ ...ada, password, confirm }) === null).toBe(fine)
    }),
  )
})

async function mainOf(settings: Shop): Promise<string> {
  const send = async () => Response.json([])
  const { html } = await render('/login', { send, manifest: null, origin: '', apiUrl: '', shop: settings })
  return /<main.*<\/main>/s.exec(html)?.[0] ?? ''
}

let main: string
beforeAll(async () => {
  main = await mainOf(shop)
})

test('that no one needs an account to order is said once orders are open', async () => {
  expect(main).toContain('You don’t need an account to look around or find an order.')
  expect(await mainOf({ ...shop, orders: 'open' })).toContain(
    'You don’t need an account to order, look around or find an order.',
  )
})

test('a form that is sent before hydration puts no password into the address', () => {
  const forms = main.match(/<form[^>]*>/g) ?? []
  expect(forms).toHaveLength(2)
  for (const form of forms) expect(form).toContain('method="post"')
})

test('emails are typed into fields for emails, and no pattern of the browser limits a password (R28)', () => {
  const inputs = main.match(/<input[^>]*>/g) ?? []
  const typesOf = (name: string) =>
    inputs.filter((input) => input.includes(`name="${name}"`)).map((input) => /type="(\w+)"/.exec(input)?.[1])
  expect(typesOf('email')).toEqual(['email', 'email'])
  expect(typesOf('password')).toEqual(['password', 'password'])
  expect(main).not.toMatch(/ pattern=/)
})

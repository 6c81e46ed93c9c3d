import { beforeAll, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

let main: string
beforeAll(async () => {
  const send = async () => Response.json([])
  const { html } = await render('/login', { send, manifest: null, origin: '', apiUrl: '', shop })
  main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
})

test('a form that is sent before hydration puts no password into the address', () => {
  const forms = main.match(/<form[^>]*>/g) ?? []
  expect(forms).toHaveLength(2)
  for (const form of forms) expect(form).toContain('method="post"')
})

test('e-mails are typed into fields for e-mails, and no pattern of the browser limits a password (R28)', () => {
  const inputs = main.match(/<input[^>]*>/g) ?? []
  const typesOf = (name: string) =>
    inputs.filter((input) => input.includes(`name="${name}"`)).map((input) => /type="(\w+)"/.exec(input)?.[1])
  expect(typesOf('email')).toEqual(['email', 'email'])
  expect(typesOf('password')).toEqual(['password', 'password'])
  expect(main).not.toMatch(/ pattern=/)
})

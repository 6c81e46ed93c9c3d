import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

test('a form that is sent before hydration puts no password into the address', async () => {
  const send = async () => Response.json([])
  const { html } = await render('/login', { send, manifest: null, origin: '', apiUrl: '', shop })
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? ''
  const forms = main.match(/<form[^>]*>/g) ?? []
  expect(forms).toHaveLength(2)
  for (const form of forms) expect(form).toContain('method="post"')
})

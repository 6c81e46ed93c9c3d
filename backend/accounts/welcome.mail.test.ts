import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { welcomeMail } from './account.mail.ts'

const LINKS = { publicUrl: 'https://shop.example', link: 'https://shop.example/confirm-address#token=x' }
const STRANGER = { first_name: 'You won at evil.example', last_name: 'Call 555-0100', email: 'ada@shop.example' }

test('nothing typed at sign-up is repeated to the unconfirmed address', () => {
  const { subject, blocks } = welcomeMail(STRANGER, shop, LINKS)
  expect(JSON.stringify([subject, blocks])).not.toMatch(/You won|evil|Call 555/)
})

test('it names a contact, and promises nothing that the shop cannot do', () => {
  const { blocks, replyTo } = welcomeMail(STRANGER, shop, LINKS)
  expect(blocks.at(-1)).toContain(shop.supportEmail)
  expect(replyTo).toBe(shop.supportEmail)
  expect(JSON.stringify(blocks)).not.toContain('close the account')
})

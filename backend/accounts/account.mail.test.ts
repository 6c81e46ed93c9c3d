import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { composeWords } from '../mail/enqueue-mail.ts'
import { ownWords } from '../mail/texts/mail-texts.ts'
import { welcomeMail } from './account.mail.ts'

const LINKS = { publicUrl: 'https://shop.example', link: 'https://shop.example/confirm-address#token=x' }
const STRANGER = { first_name: 'You won at evil.example', last_name: 'Call 555-0100', email: 'ada@shop.example' }

test('nothing typed at sign-up is repeated to the unconfirmed address', () => {
  const { text } = welcomeMail(STRANGER, shop, LINKS)
  expect(JSON.stringify(composeWords(text, ownWords(text.name), shop))).not.toMatch(/You won|evil|Call 555/)
})

test('it names a contact, and promises nothing that the shop cannot do', () => {
  const { text, replyTo } = welcomeMail(STRANGER, shop, LINKS)
  const mail = composeWords(text, ownWords(text.name), shop)
  expect(mail.text).toContain(`Let us know at ${shop.supportEmail}`)
  expect(replyTo).toBe(shop.supportEmail)
  expect(mail.text).not.toContain('close the account')
})

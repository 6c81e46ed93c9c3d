import { shop } from '../../shop.config.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { Customer } from './accounts.repository.ts'

/**
 * Tells a new customer what the account is good for. Nobody has confirmed that the address is theirs, so that nothing
 * stands in it that whoever signed up has typed: not even a name.
 */
export function welcomeMail({ email }: Pick<Customer, 'email'>, publicUrl: string): NewMail {
  return {
    kind: 'welcome',
    to: email,
    replyTo: shop.supportEmail,
    subject: `Welcome to ${shop.name}`,
    blocks: [
      'Hello,',
      `an account at ${shop.name} was opened with this e-mail address. Sign in with it to find your orders and to cancel what has not shipped yet.`,
      `${publicUrl}/orderAndReturn`,
      `If it was not you who signed up, please tell us: ${shop.supportEmail}.`,
    ],
  }
}

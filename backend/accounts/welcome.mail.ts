import { shop } from '../../shop.config.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { Customer } from './accounts.repository.ts'

/** Tells a new customer what the account is good for. */
export function welcomeMail(customer: Pick<Customer, 'first_name' | 'email'>, publicUrl: string): NewMail {
  return {
    kind: 'welcome',
    to: customer.email,
    replyTo: shop.supportEmail,
    subject: `Welcome to ${shop.name}`,
    blocks: [
      greeting(customer.first_name),
      `your account at ${shop.name} is open. Sign in with this e-mail address to find your orders and to cancel what has not shipped yet.`,
      `${publicUrl}/orderAndReturn`,
      `If it was not you who signed up, write to ${shop.supportEmail} and we will close the account.`,
    ],
  }
}

/**
 * Whoever signs up with a stranger's address decides what this mail calls them; mail programs make links of web
 * addresses, so a name that looks like one is left out.
 */
function greeting(name: string): string {
  return /:\/\/|@|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(name) ? 'Hello,' : `Hello ${name},`
}

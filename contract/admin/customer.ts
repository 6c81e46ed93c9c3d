import { EMAIL_LENGTH, NAME_LENGTH } from '../customer.ts'
import { type Fields, text } from '../fields.ts'

/** Names and e-mail address of a customer in the tables and in the calls of the admin; see `customer` for shoppers' calls. */
export const CUSTOMER_FIELDS = {
  first_name: text(NAME_LENGTH),
  last_name: text(NAME_LENGTH),
  email: text(EMAIL_LENGTH),
} satisfies Fields

import type { User } from '@shop/contract/accounts'
import { TextField } from '../ui/field.tsx'
import type { Form } from '../ui/use-form.ts'
import { type CheckoutValues, FIELD_LENGTHS } from './checkout-fields.ts'
import { Section } from './section.tsx'

/** Names and e-mail are fixed for a signed-in customer (section 5). */
export function CustomerDetails({ form, user }: { form: Form<CheckoutValues>; user: User | null }) {
  return (
    <Section number={1} title="Customer Details">
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          {...form.field('firstName')}
          label="First name"
          required
          autoComplete="given-name"
          maxLength={FIELD_LENGTHS.firstName}
          readOnly={isKnown(user?.firstName)}
        />
        <TextField
          {...form.field('lastName')}
          label="Last name"
          required
          autoComplete="family-name"
          maxLength={FIELD_LENGTHS.lastName}
          readOnly={isKnown(user?.lastName)}
        />
        <TextField
          {...form.field('email')}
          label="E-mail"
          required
          type="email"
          autoComplete="email"
          maxLength={FIELD_LENGTHS.email}
          readOnly={isKnown(user?.email)}
        />
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={FIELD_LENGTHS.phone}
        />
      </div>
    </Section>
  )
}

/** A name that the account does not hold can still be typed. */
function isKnown(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}

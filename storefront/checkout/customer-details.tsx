import { EmailField, NameFields } from '../accounts/customer-fields.tsx'
import { TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'
import { type CheckoutValues, FIELD_LENGTHS } from './checkout-fields.ts'
import { Section } from './section.tsx'

/** Names and e-mail are read-only for a signed-in customer. */
export function CustomerDetails({ form }: { form: Form<CheckoutValues> }) {
  return (
    <Section number={1} title="Customer Details">
      <div className="grid grid-cols-2 gap-x-4 max-[22rem]:grid-cols-1 max-[30rem]:[&>:nth-child(n+3)]:col-span-full">
        <NameFields field={form.field} />
        <EmailField {...form.field('email')} />
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

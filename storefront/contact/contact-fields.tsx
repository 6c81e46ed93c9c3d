import { CONTACT_REASONS } from '@shop/contract/contact'
import { RequiredNote, SelectField, TextAreaField, TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'
import { type ContactValues, roomLeft } from './contact-form.ts'

/** Initial focus: the first of these that is empty. */
const STARTS = ['firstName', 'lastName', 'email', 'reason', 'message'] as const

/** The fields of section 3. Values of the account are read-only. */
export function ContactFields({ form }: { form: Form<ContactValues> }) {
  const empty = STARTS.find((name) => form.values[name] === '') ?? 'message'

  function field(name: keyof ContactValues, label: string, required = true) {
    const hint = roomLeft(name, form.values[name])
    return { ...form.field(name), label, required, ...(hint === undefined ? {} : { hint }) }
  }
  const start = (name: keyof ContactValues) => ({ 'data-first-field': name === empty ? true : undefined })

  return (
    <>
      <RequiredNote className="mb-3" />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField {...field('firstName', 'First name')} autoComplete="given-name" {...start('firstName')} />
        <TextField {...field('lastName', 'Last name')} autoComplete="family-name" {...start('lastName')} />
        <TextField {...field('email', 'E-mail')} type="email" autoComplete="email" {...start('email')} />
        <SelectField {...field('reason', 'Reason')} autoComplete="off" {...start('reason')}>
          <option value="">Choose a reason</option>
          {CONTACT_REASONS.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </SelectField>
      </div>
      <TextField {...field('reference', 'Product name or order ID', false)} autoComplete="off" />
      <TextAreaField {...field('message', 'Details')} rows={5} {...start('message')} />
      <Honeypot />
    </>
  )
}

/** The value of the honeypot. */
export function honeypotValue(form: HTMLFormElement): string {
  return String(new FormData(form).get('website') ?? '')
}

/**
 * A honeypot, hidden from people. It is read-only until something writes to it, so that autofill does not (see
 * contract/contact.ts).
 */
function Honeypot() {
  return (
    <div aria-hidden className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
      <label>
        Leave this empty
        <input
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          readOnly
          defaultValue=""
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
          data-form-type="other"
        />
      </label>
    </div>
  )
}

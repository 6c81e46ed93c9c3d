import { US_STATES } from '@shop/contract/address/us-states'
import type { ComponentProps, SyntheticEvent } from 'react'
import { SelectField, TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'
import { type CheckoutValues, FIELD_LENGTHS, ONLY_COUNTRY, zipDoubt } from './checkout-fields.ts'
import { Section } from './section.tsx'

type AddressProps = {
  form: Form<CheckoutValues>
  /** Called when the state field is left, or when autofill changes it without focus (R19). */
  onState: (state: string) => void
}

export function DeliveryAddress({ form, onState }: AddressProps) {
  const doubt = zipDoubt(form.values)
  return (
    <Section number={2} title="Delivery Address">
      <div className="stacked grid grid-cols-2 gap-x-4">
        <CapitalsField
          {...form.field('address1')}
          label="Address line 1"
          required
          autoComplete="address-line1"
          maxLength={FIELD_LENGTHS.address1}
          className="col-span-2"
        />
        <CapitalsField
          {...form.field('address2')}
          label="Address line 2"
          autoComplete="address-line2"
          maxLength={FIELD_LENGTHS.address2}
          className="col-span-2"
        />
        <CapitalsField
          {...form.field('city')}
          label="City"
          required
          autoComplete="address-level2"
          maxLength={FIELD_LENGTHS.city}
          className="max-sm:col-span-2"
        />
        <StateField form={form} onState={onState} />
        <TextField
          {...form.field('zipCode')}
          label="ZIP code"
          required
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={FIELD_LENGTHS.zipCode}
          hint={doubt === null ? undefined : `${doubt}. Please check both.`}
        />
        <CountryField />
      </div>
    </Section>
  )
}

function StateField({ form, onState }: AddressProps) {
  const field = form.field('state')
  return (
    <SelectField
      {...field}
      label="State"
      required
      autoComplete="address-level1"
      className="max-sm:col-span-2"
      onBlur={() => {
        field.onBlur()
        onState(field.value)
      }}
      onChange={(value) => {
        field.onChange(value)
        if (document.activeElement?.id !== field.id) onState(value)
      }}
    >
      <option value="">Choose a state</option>
      {Object.entries(US_STATES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The shop delivers within the United States only. */
function CountryField() {
  return (
    <TextField
      id="checkout-country"
      name="country"
      value={ONLY_COUNTRY}
      error={null}
      onChange={ignore}
      onBlur={ignore}
      label="Country"
      required
      readOnly
      maxLength={2}
      autoComplete="country"
    />
  )
}

function ignore(): void {}

/**
 * A field that upper-cases its text. During IME composition the letters are only displayed in upper case, since
 * changing the value would duplicate the word.
 */
function CapitalsField({ className = '', ...props }: ComponentProps<typeof TextField>) {
  function commit(event: SyntheticEvent<HTMLInputElement>): void {
    capitalize(event.currentTarget)
    props.onChange(event.currentTarget.value)
  }

  return (
    <TextField
      {...props}
      className={`[&_input]:uppercase ${className}`}
      onBlur={() => {
        const upper = props.value.toUpperCase()
        if (upper !== props.value) props.onChange(upper)
        props.onBlur()
      }}
      onInput={(event) => {
        if (!isComposing(event.nativeEvent)) capitalize(event.currentTarget)
      }}
      onCompositionEnd={commit}
    />
  )
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}

/** Upper-cases the input's own value: setting it from React would move the caret to the end. */
function capitalize(input: HTMLInputElement): void {
  const upper = input.value.toUpperCase()
  if (upper === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = upper
  input.setSelectionRange(selectionStart, selectionEnd)
}

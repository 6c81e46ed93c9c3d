import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { listCountries } from '@shop/contract/address/countries'
import { ADDRESS_LENGTHS } from '@shop/contract/address/fields'
import { type AddressPart, HOME_COUNTRY } from '@shop/contract/address/postal-address'
import { isZipQuestion, US_REGIONS } from '@shop/contract/address/us-regions'
import { typed } from '../ui/form.tsx'
import type { AddressDraft } from './address-draft.ts'

type AddressFieldsProps = {
  address: AddressDraft
  /** Errors by field: `address.zip`. */
  errors: Readonly<Record<string, string>>
  onChange: (address: AddressDraft) => void
}

const COUNTRY_OPTIONS = listCountries().map(({ code, name }) => ({ value: code, label: name }))
const STATE_OPTIONS = [
  { value: '', label: 'Choose a state' },
  ...Object.entries(US_REGIONS).map(([value, label]) => ({ value, label })),
]

/** Where something is sent, a field for each part. */
export function AddressFields({ address, errors, onChange }: AddressFieldsProps) {
  const isHome = address.country === HOME_COUNTRY
  const choice = (part: AddressPart) => ({
    error: errors[`address.${part}`],
    ...typed(address[part], (text) => onChange({ ...address, [part]: text, zip_is_right: false })),
  })
  const field = (part: AddressPart) => ({ maxLength: ADDRESS_LENGTHS[part], autoComplete: 'off', ...choice(part) })
  return (
    <>
      <TextInput label="Company or c/o (optional)" {...field('company')} />
      <TextInput label="Street" {...field('address1')} />
      <TextInput label="Apartment, suite, etc. (optional)" {...field('address2')} />
      <TextInput label="City" {...field('city')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {isHome ? (
          <NativeSelect label="State" data={STATE_OPTIONS} {...choice('state')} />
        ) : (
          <TextInput label="State or province" {...field('state')} />
        )}
        <TextInput label={isHome ? 'ZIP code' : 'Postal code'} {...field('zip')} />
      </SimpleGrid>
      {(address.zip_is_right || isZipQuestion(errors['address.zip'] ?? '')) && (
        <Checkbox
          label="The ZIP code is right"
          checked={address.zip_is_right}
          onChange={(event) => onChange({ ...address, zip_is_right: event.currentTarget.checked })}
        />
      )}
      <NativeSelect label="Country" data={COUNTRY_OPTIONS} {...choice('country')} />
    </>
  )
}

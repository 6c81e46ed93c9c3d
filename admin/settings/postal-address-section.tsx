import { Group, Text } from '@mantine/core'
import { enteredAddress, NO_ADDRESS, type OwnAddress, ownAddressText } from '@shop/contract/admin/own-address'
import { type AdminSettings, SETTINGS } from '@shop/contract/admin/settings'
import { EMPTY_ADDRESS, type PostalAddress, readAddress } from '@shop/contract/postal-address'
import { AddressFields } from '../orders/address-fields.tsx'
import { Hint, QuietButton, Section } from '../ui/page.tsx'
import { SaveButton, SavedForm } from './saved-form.tsx'
import { mergeWhole } from './use-edited.ts'
import { useSettingsForm } from './use-saved-form.ts'

const { label, hint } = SETTINGS.postalAddress

/** Where the shop is, a field for each part. One that an earlier version kept in lines is asked about. */
export function PostalAddressSection({ settings }: { settings: AdminSettings }) {
  const present = settings.postalAddress
  const form = useSettingsForm<OwnAddress>({
    present,
    merge: mergeWhole,
    normalize: enteredAddress,
    toSettings: (postalAddress) => ({ postalAddress }),
    what: label,
  })
  const { value, set, errors } = form
  const { lines, ...address } = value
  const partErrors = Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(/^postalAddress\./, 'address.'), message]),
  )
  return (
    <Section title={label}>
      <SavedForm
        form={form}
        differences={() => [{ label, theirs: ownAddressText(present), mine: ownAddressText(value) }]}
        actions={<SaveButton form={form}>Save the postal address</SaveButton>}
      >
        <Hint>{hint}</Hint>
        {lines === '' ? (
          <AddressFields address={address} errors={partErrors} onChange={(typed) => set({ ...typed, lines: '' })} />
        ) : (
          <LinesQuestion lines={lines} onAnswer={set} />
        )}
      </SavedForm>
    </Section>
  )
}

/** What was kept in lines, and the way to its parts. */
function LinesQuestion({ lines, onAnswer }: { lines: string; onAnswer: (address: OwnAddress) => void }) {
  return (
    <>
      <Text style={{ whiteSpace: 'pre-line' }}>{lines}</Text>
      <Hint>This address was entered in lines. Please enter it in parts; until then it stays as it is.</Hint>
      <Group>
        <QuietButton onClick={() => onAnswer({ ...NO_ADDRESS, ...(readAddress(lines) ?? inStreet(lines)) })}>
          Enter it in parts
        </QuietButton>
      </Group>
    </>
  )
}

/** All of it as the street where its parts cannot be told. */
function inStreet(lines: string): PostalAddress {
  return { ...EMPTY_ADDRESS, address1: lines.trim().split('\n').join(', ') }
}

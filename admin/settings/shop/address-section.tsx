import { Alert, Text } from '@mantine/core'
import {
  EMPTY_ADDRESS,
  formatAddress,
  isEmptyAddress,
  normalizeAddress,
  type PostalAddress,
} from '@shop/contract/address/postal-address'
import { type AdminSettings, adminSettings, SETTINGS } from '@shop/contract/settings/admin'
import { type AddressDraft, toTypedAddress } from '../../address/address-draft.ts'
import { AddressFields } from '../../address/address-fields.tsx'
import { Hint } from '../../ui/page.tsx'
import { SaveButton, SavedForm } from '../forms/saved-form.tsx'
import { mergeWhole } from '../forms/use-edited.ts'
import { useSavedForm } from '../forms/use-saved-form.ts'
import { settingsQuery } from '../settings.queries.ts'
import { LinkedSection } from './linked-section.tsx'

const { label, hint } = SETTINGS.shopAddress

/** Where the shop is, a field for each part. The text of an earlier version stands above them until they are entered. */
export function AddressSection({ settings: { shopAddress } }: { settings: AdminSettings }) {
  const isText = typeof shopAddress === 'string'
  const present: AddressDraft = { ...EMPTY_ADDRESS, ...(isText ? null : shopAddress), zip_is_right: false }
  const form = useSavedForm(adminSettings.changeSettings, {
    present,
    merge: mergeWhole,
    findErrors: () => ({}),
    requestOf: (wanted) => ({
      body: { wanted: { shopAddress: toTypedAddress(wanted) }, seen: { shopAddress } },
    }),
    normalize: normalizeDraft,
    writeSaved: (queryClient, saved) =>
      queryClient.setQueryData(
        settingsQuery.queryKey,
        (settings) => settings && { ...settings, shopAddress: storedAddress(saved) },
      ),
    done: `${label} saved. Emails and packing slips show it`,
    refreshes: settingsQuery.queryKey,
  })
  const { value, set, errors } = form
  const partErrors = Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field.replace(/^shopAddress\./, 'address.'), message]),
  )
  return (
    <LinkedSection anchor="address" title={label}>
      <SavedForm
        form={form}
        intro={hint}
        differences={() => [{ label, theirs: formatDraft(present), mine: formatDraft(value) }]}
        actions={<SaveButton form={form}>Save the address</SaveButton>}
      >
        {isText && (
          <Alert color="amber" variant="light" title="Please enter this address in its parts">
            <Text className="written">{shopAddress}</Text>
            <Hint>Until then it is used as it is.</Hint>
          </Alert>
        )}
        <AddressFields address={value} errors={partErrors} onChange={set} />
      </SavedForm>
    </LinkedSection>
  )
}

function storedAddress({ zip_is_right: _, ...address }: AddressDraft): PostalAddress | null {
  return isEmptyAddress(address) ? null : normalizeAddress(address)
}

function normalizeDraft(draft: AddressDraft): AddressDraft {
  return { ...EMPTY_ADDRESS, ...storedAddress(draft), zip_is_right: false }
}

function formatDraft(draft: AddressDraft): string {
  return isEmptyAddress(draft) ? 'None' : formatAddress(normalizeAddress(draft))
}

import { NativeSelect } from '@mantine/core'
import { type AdminSettings, adminSettings, SETTINGS } from '@shop/contract/admin/settings'
import { useChange } from '../app/use-change.ts'
import { Section } from '../ui/page.tsx'
import { settingsQuery } from './settings.queries.ts'

type Capture = AdminSettings['capture']

const CHOICES: readonly { value: Capture; label: string }[] = [
  { value: 'at_shipping', label: 'When the order ships' },
  { value: 'at_order', label: 'When the order is placed' },
]

/** When the card of an order is charged; changed at once, with Undo. */
export function CaptureSection({ capture }: { capture: Capture }) {
  const { label, hint } = SETTINGS.capture
  const { change, isPending, failure } = useChange(adminSettings.changeSettings, {
    done: 'It counts from the next order on',
    refreshes: [settingsQuery.queryKey],
    showsError: true,
  })
  return (
    <Section title={label}>
      <NativeSelect
        label="The card is charged"
        description={hint}
        data={CHOICES}
        value={capture}
        disabled={isPending}
        error={failure}
        onChange={({ currentTarget }) => {
          const wanted = CHOICES.find(({ value }) => value === currentTarget.value)?.value
          if (wanted !== undefined) change({ body: { wanted: { capture: wanted }, seen: { capture } } })
        }}
      />
    </Section>
  )
}

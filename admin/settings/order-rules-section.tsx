import { Alert, NativeSelect, Stack } from '@mantine/core'
import { type AdminSettings, adminSettings, reservationWarning, SETTINGS } from '@shop/contract/settings/admin'
import { plural } from '@shop/contract/text/plural'
import { useChange } from '../app/changes/use-change.ts'
import { sessionQuery } from '../app/session.ts'
import { Section } from '../ui/page.tsx'
import { settingsQuery } from './settings.queries.ts'
import { TimeZoneSelect } from './shop/time-zone-select.tsx'

type Chosen = 'capture' | 'shipDays' | 'wholesalePercent'

const CAPTURE_OPTIONS = [
  { value: 'at_shipping', label: 'When the order ships' },
  { value: 'at_order', label: 'When the order is placed' },
] as const
const SHIP_DAYS = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30]

/** When the card of an order is charged, until when it ships, and where the shop's days begin. */
export function OrderRulesSection({ settings: { capture, shipDays, timeZone } }: { settings: AdminSettings }) {
  const days = [...new Set([...SHIP_DAYS, shipDays])].sort((one, other) => one - other)
  const warning = reservationWarning({ capture, shipDays })
  return (
    <Section title="How orders are handled">
      <Stack gap="sm">
        <Choice setting="capture" value={capture} choices={CAPTURE_OPTIONS} />
        <Choice
          setting="shipDays"
          value={shipDays}
          choices={days.map((value) => ({ value, label: plural(value, '1 business day', `${value} business days`) }))}
        />
        {warning !== null && (
          <Alert color="amber" variant="light">
            {warning}
          </Alert>
        )}
        <TimeZone value={timeZone} />
      </Stack>
    </Section>
  )
}

/** The time zone of the shop, changed at once, with Undo. The times of this admin follow. */
function TimeZone({ value }: { value: string }) {
  const { change, isPending, failure } = useChange(adminSettings.changeSettings, {
    done: 'Saved',
    refreshes: [settingsQuery.queryKey, sessionQuery.queryKey],
    showsError: true,
  })
  return (
    <TimeZoneSelect
      value={value}
      disabled={isPending}
      error={failure}
      onChange={(timeZone) => change({ body: { wanted: { timeZone }, seen: { timeZone: value } } })}
    />
  )
}

const WHOLESALE_PERCENTS = [0, 40, 45, 50, 55, 60, 65, 70]

/** The wholesale percentage of the line sheet. */
export function WholesaleSection({ settings: { wholesalePercent } }: { settings: AdminSettings }) {
  const percents = [...new Set([...WHOLESALE_PERCENTS, wholesalePercent])].sort((one, other) => one - other)
  return (
    <Section title="Wholesale">
      <Choice
        setting="wholesalePercent"
        value={wholesalePercent}
        choices={percents.map((value) => ({ value, label: value === 0 ? 'None' : `${value}% of the price` }))}
      />
    </Section>
  )
}

type ChoiceProps<Key extends Chosen> = {
  setting: Key
  value: AdminSettings[Key]
  choices: readonly { value: AdminSettings[Key]; label: string }[]
}

/** A setting that is changed at once, with Undo. */
function Choice<Key extends Chosen>({ setting, value, choices }: ChoiceProps<Key>) {
  const { label, hint } = SETTINGS[setting]
  const { change, isPending, failure } = useChange(adminSettings.changeSettings, {
    done: 'Saved',
    refreshes: [settingsQuery.queryKey],
    showsError: true,
  })
  return (
    <NativeSelect
      label={label}
      description={hint}
      data={choices.map((choice) => ({ label: choice.label, value: String(choice.value) }))}
      value={String(value)}
      disabled={isPending}
      error={failure}
      onChange={({ currentTarget }) => {
        const wanted = choices.find((choice) => String(choice.value) === currentTarget.value)?.value
        if (wanted !== undefined) change({ body: { wanted: { [setting]: wanted }, seen: { [setting]: value } } })
      }}
    />
  )
}

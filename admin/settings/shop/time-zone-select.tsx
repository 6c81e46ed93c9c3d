import { Select } from '@mantine/core'
import { SETTINGS } from '@shop/contract/settings/admin'
import { timeZoneChoices } from './time-zones.ts'

type TimeZoneSelectProps = {
  value: string
  disabled?: boolean
  error?: string | null
  onChange: (zone: string) => void
}

/** The time zone of the shop, chosen from a list that can be searched. */
export function TimeZoneSelect({ value, onChange, ...input }: TimeZoneSelectProps) {
  const { label, hint } = SETTINGS.timeZone
  return (
    <Select
      label={label}
      description={hint}
      data={timeZoneChoices(value)}
      searchable
      nothingFoundMessage="There’s no such time zone"
      allowDeselect={false}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      {...input}
    />
  )
}

/** The time zones of the United States, by the names that people know. */
const US_ZONES = [
  ['America/New_York', 'Eastern (New York)'],
  ['America/Chicago', 'Central (Chicago)'],
  ['America/Denver', 'Mountain (Denver)'],
  ['America/Phoenix', 'Arizona (Phoenix)'],
  ['America/Los_Angeles', 'Pacific (Los Angeles)'],
  ['America/Anchorage', 'Alaska (Anchorage)'],
  ['Pacific/Honolulu', 'Hawaii (Honolulu)'],
  ['America/Puerto_Rico', 'Puerto Rico'],
] as const

type Choice = { value: string; label: string }

/** The time zones to choose from: those of the United States first, and always the present one. */
export function timeZoneChoices(present: string): { group: string; items: Choice[] }[] {
  const here = US_ZONES.map(([value, label]) => ({ value, label }))
  const isHere = (zone: string) => here.some(({ value }) => value === zone)
  const all = [...new Set([...Intl.supportedValuesOf('timeZone'), present])].filter((zone) => !isHere(zone)).sort()
  return [
    { group: 'United States', items: here },
    { group: 'All others', items: all.map((value) => ({ value, label: value.replaceAll('_', ' ') })) },
  ]
}

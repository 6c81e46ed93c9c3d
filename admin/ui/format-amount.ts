const UNITS = [
  { from: 1_000_000_000, unit: 'GB' },
  { from: 1_000_000, unit: 'MB' },
] as const

/** For example `12.3 MB`; less than a megabyte is whole kilobytes. */
export function formatBytes(bytes: number): string {
  const found = UNITS.find(({ from }) => bytes >= from)
  return found === undefined ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / found.from).toFixed(1)} ${found.unit}`
}

/** For example `1 row`, `2,431 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

const MINUTE = 60_000
const AGES = [
  { from: 48 * 60 * MINUTE, length: 24 * 60 * MINUTE, name: 'day' },
  { from: 60 * MINUTE, length: 60 * MINUTE, name: 'hour' },
  { from: MINUTE, length: MINUTE, name: 'minute' },
] as const

/** For example `3 hours old`; `now` in milliseconds. */
export function formatAge(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  const found = AGES.find(({ from }) => age >= from)
  return found === undefined ? 'just now' : `${formatCount(Math.floor(age / found.length), found.name)} old`
}

/** For example `$79.50`, of dollars as calls carry them. */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(2)}`
}

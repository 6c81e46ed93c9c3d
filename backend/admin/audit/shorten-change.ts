import { isObject, type Json } from './json.ts'

/** Members of an object or a list that are shown of a change; one of all prices can have tens of thousands. */
const MAX_MEMBERS = 100

type Change = { before: Json; after: Json }

/** A change with the same first members of whatever is long in `before` or `after`, and how many are left out. */
export function shortenChange({ before, after }: Change): Change & { left_out: number } {
  if (!isObject(before) && !isObject(after)) return shortenLists({ before, after })
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const shown = keys.slice(0, MAX_MEMBERS).map((key) => ({
    key,
    ...shortenChange({ before: old[key] ?? null, after: now[key] ?? null }),
  }))
  const pick = (value: Json, side: 'before' | 'after') =>
    isObject(value)
      ? Object.fromEntries(shown.filter(({ key }) => Object.hasOwn(value, key)).map((one) => [one.key, one[side]]))
      : value
  const inside = shown.reduce((sum, { left_out }) => sum + left_out, 0)
  return {
    before: pick(before, 'before'),
    after: pick(after, 'after'),
    left_out: inside + keys.length - shown.length,
  }
}

function shortenLists({ before, after }: Change): Change & { left_out: number } {
  const first = (value: Json) => (Array.isArray(value) ? value.slice(0, MAX_MEMBERS) : value)
  const most = Math.max(...[before, after].map((value) => (Array.isArray(value) ? value.length : 0)))
  return { before: first(before), after: first(after), left_out: Math.max(0, most - MAX_MEMBERS) }
}

/** Built-ins that the oldest browsers of the shop do not have yet (R56). */

/** The values by their keys, in the order of the first of each, as `Map.groupBy` does. */
export function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** Whether a text is a URL, as `URL.canParse` does. */
export function canParseUrl(text: string, base: string): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}

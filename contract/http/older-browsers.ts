/** The oldest browsers in which pages fully work (R56), checked by `tests/pages/older-browsers.test.ts`. */
export const OLDEST_BROWSERS = { chrome: '109', edge: '109', firefox: '115', safari: '16.4', ios: '16.4' } as const

export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map((browser) => browser.join(''))

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

export function canParseUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}

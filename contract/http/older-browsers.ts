/**
 * The oldest browsers in which the pages do everything (R56). The build writes syntax that they read;
 * `tests/pages/older-browsers.test.ts` finds syntax, styles and built-ins that they lack, and a walk through shop and admin
 * goes without them.
 */
export const OLDEST_BROWSERS = { chrome: '109', edge: '109', firefox: '115', safari: '16.4', ios: '16.4' } as const

/** The targets of the build: `chrome109` and so on. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map((browser) => browser.join(''))

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
export function canParseUrl(text: string, base?: string): boolean {
  try {
    return Boolean(new URL(text, base))
  } catch {
    return false
  }
}

/** The name of a module, and its entries of one kind by name; `undefined` where it brings none. */
type Part<Value> = readonly [module: string, entries: Readonly<Record<string, Value>> | undefined]

/**
 * Merges the entries that modules bring of one kind. Throws where two of them bring the same name: one would replace the
 * other; `kind` is for that error.
 */
export function mergeParts<Value>(kind: string, parts: readonly Part<Value>[]): Record<string, Value> {
  const merged = new Map<string, { module: string; value: Value }>()
  for (const [module, entries = {}] of parts) {
    for (const [name, value] of Object.entries(entries)) {
      const other = merged.get(name)?.module
      if (other !== undefined) throw new Error(`the modules ${other} and ${module} both bring the ${kind} "${name}"`)
      merged.set(name, { module, value })
    }
  }
  return Object.fromEntries([...merged].map(([name, { value }]) => [name, value]))
}

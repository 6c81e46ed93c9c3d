/** The message is a sentence for the person who starts the shop. */
export class SettingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SettingError'
  }
}

/** Whether settings are there that come together, `called` so; throws a `SettingError` where only some are. */
export function areSet(values: Readonly<Record<string, unknown>>, names: readonly string[], called: string): boolean {
  const missing = names.filter((name) => values[name] === undefined)
  if (missing.length === names.length) return false
  if (missing.length === 0) return true
  throw new SettingError(`Setting ${missing[0]} is missing: ${called} come together or not at all.`)
}

/** A stored text as JSON; `null` when there is none or it cannot be parsed. */
export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

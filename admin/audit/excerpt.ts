/** Texts up to this length are shown whole. */
const SHORT = 120
/** Words that are shown on each side of what differs. */
const AROUND = 5

/** Two texts; of long ones only the words that differ, with a few around them. */
export function excerptsOf(before: string, after: string): [before: string, after: string] {
  if (Math.max(before.length, after.length) <= SHORT) return [before, after]
  // Each word with the space behind it.
  const [old, now] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)]
  const first = countSame(old, now)
  const last = countSame(old.slice(first).toReversed(), now.slice(first).toReversed())
  return [excerpt(old, first, last), excerpt(now, first, last)]
}

/** How many words are the same, counted from the start. */
function countSame(old: readonly string[], now: readonly string[]): number {
  const different = old.findIndex((word, index) => word.trimEnd() !== now[index]?.trimEnd())
  return different === -1 ? old.length : different
}

function excerpt(words: readonly string[], first: number, last: number): string {
  const start = Math.max(0, first - AROUND)
  const end = Math.min(words.length, words.length - last + AROUND)
  const shown = words.slice(start, end).join('').trim()
  return `${start > 0 ? '… ' : ''}${shown}${end < words.length ? ' …' : ''}`
}

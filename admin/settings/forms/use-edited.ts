import { keysOf } from '@shop/contract/http/coercion'
import { useState } from 'react'

/** A value and what its editing began with. */
type Edited<T> = { base: T; value: T }

/** `value` with what was changed in it since `base`, and all else as it is in `present`. */
export type Merge<T> = (base: T, value: T, present: T) => T

/** Values being edited: what no one typed follows what is in the shop. */
export function useEdited<T>(present: T, merge: Merge<T>) {
  const [edited, setEdited] = useState<Edited<T> | null>(null)
  const now = mergeEdited(edited, present, merge)
  return {
    ...now,
    set: (value: T) => setEdited({ base: now.base, value }),
    /** Goes on with mine as if its editing had begun with `base`. */
    rebase: (base: T) => setEdited({ base, value: now.value }),
    /** Goes on with what is in the shop now. */
    takeTheirs: () => setEdited(null),
    /** Call it when values are saved. `normalize` makes of a value what is read after it was saved. */
    finishSave: (saved: T, normalize: (value: T) => T) => setEdited((typed) => withoutSaved(typed, saved, normalize)),
  }
}

/** Edits on top of the shop's current values, and whether someone else has changed the same part. */
export function mergeEdited<T>(
  edited: Edited<T> | null,
  present: T,
  merge: Merge<T>,
): Edited<T> & { isChanged: boolean; hasConflict: boolean } {
  if (edited === null) return { base: present, value: present, isChanged: false, hasConflict: false }
  const value = merge(edited.base, edited.value, present)
  const hasConflict = !isSame(value, merge(edited.base, present, edited.value))
  return { base: hasConflict ? edited.base : present, value, isChanged: !isSame(value, present), hasConflict }
}

/** For values that are changed as a whole. */
export function mergeWhole<T>(base: T, value: T, present: T): T {
  return isSame(value, base) ? present : value
}

/** For texts that are changed each by itself. */
export function mergeTexts<Key extends string>(
  base: Record<Key, string>,
  value: Record<Key, string>,
  present: Record<Key, string>,
): Record<Key, string> {
  const merged = { ...value }
  for (const key of keysOf(value)) if (value[key] === base[key]) merged[key] = present[key]
  return merged
}

/** The edits left to save: none, or those typed since the values were sent. */
export function withoutSaved<T>(
  edited: Edited<T> | null,
  saved: T,
  normalize: (value: T) => T = (value) => value,
): Edited<T> | null {
  if (edited === null || isSame(normalize(edited.value), saved)) return null
  return { base: saved, value: edited.value }
}

/** Whether two values are the same as JSON, with their keys in the same order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

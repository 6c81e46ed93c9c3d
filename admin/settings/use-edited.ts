import { useState } from 'react'

type Edited<T> = { base: T; value: T }

/** Values being edited: they follow what is in the shop until somebody types, and remember what that began with. */
export function useEdited<T>(present: T) {
  const [edited, setEdited] = useState<Edited<T> | null>(null)
  const base = edited?.base ?? present
  const value = edited?.value ?? present
  return {
    value,
    /** What the editing began with. */
    base,
    isChanged: !isSame(value, base),
    /** Somebody else has changed it meanwhile. */
    hasNewer: edited !== null && !isSame(base, present) && !isSame(value, present),
    set: (next: T) => setEdited({ base, value: next }),
    /** Goes on with what is in the shop now. */
    takeTheirs: () => setEdited(null),
    /** Goes on with mine, which replaces what is in the shop now once it is saved. */
    keepMine: () => setEdited({ base: present, value }),
    /** Call it when values are saved. `normalize` makes of a value what is read after it was saved. */
    finishSave: (saved: T, normalize: (value: T) => T) => setEdited((now) => withoutSaved(now, saved, normalize)),
  }
}

/** What is left to be saved: nothing, or what was typed since the values were sent. */
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

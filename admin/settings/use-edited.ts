import { useState } from 'react'

/** Values being edited: they follow what is in the shop until somebody types, and remember what that began with. */
export function useEdited<T>(present: T) {
  const [edited, setEdited] = useState<{ base: T; value: T } | null>(null)
  const base = edited?.base ?? present
  const value = edited?.value ?? present
  const isSame = (one: T, other: T) => JSON.stringify(one) === JSON.stringify(other)
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
  }
}

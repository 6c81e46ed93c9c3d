import { useEffect, useRef, useState } from 'react'

/**
 * Fields of a change that is shown at once. They are emptied when it is sent, so that its response takes away nothing that
 * was typed since; when it is refused, what was sent is back, unless something new was typed. `empty` are the fields of an
 * untouched form, `error` why the last change was refused.
 */
export function useSentFields<T extends Readonly<Record<string, string | number>>>(empty: T, error: Error | null) {
  const [fields, setFields] = useState(empty)
  const sent = useRef(empty)
  const initial = useRef(empty)
  useEffect(() => {
    if (error !== null) setFields((present) => (isSame(present, initial.current) ? sent.current : present))
  }, [error])
  return {
    fields,
    change: (changed: Partial<T>) => setFields((present) => ({ ...present, ...changed })),
    /** Call it when the fields are sent. */
    clear: () => {
      sent.current = fields
      setFields(empty)
    },
  }
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}

import { type RefObject, useEffect, useRef } from 'react'

/** Gives a field the focus once, when the step that it belongs to is reached. */
export function useFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

import { type RefObject, useEffect, useRef } from 'react'

/** Focuses a field once, when its step is shown. */
export function useFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

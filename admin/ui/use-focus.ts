import { type RefObject, useEffect, useRef } from 'react'

/** Focuses an element once, when its step is shown: what had the focus is gone with the step before. */
export function useFocus<E extends HTMLElement = HTMLInputElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** Calls `handle` after each rendering with another value, before it is painted; not after the first one. */
export function useOnChange<Value>(value: Value, handle: (before: Value) => void): void {
  const last = useRef(value)
  const onChange = useEffectEvent(handle)
  useLayoutEffect(() => {
    if (last.current === value) return
    const before = last.current
    last.current = value
    onChange(before)
  }, [value])
}

export function useUnmount(handle: () => void): void {
  const onUnmount = useEffectEvent(handle)
  useEffect(() => () => onUnmount(), [])
}

import { type EffectCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * Calls `handle` after each rendering with another value, before it is painted; not after the first one. What it returns is
 * called before the next time and at the unmount.
 */
export function useOnChange<Value>(value: Value, handle: (before: Value) => ReturnType<EffectCallback>): void {
  const last = useRef(value)
  const onChange = useEffectEvent(handle)
  useLayoutEffect(() => {
    if (last.current === value) return
    const before = last.current
    last.current = value
    return onChange(before)
  }, [value])
}

export function useUnmount(handle: () => void): void {
  const onUnmount = useEffectEvent(handle)
  useEffect(() => () => onUnmount(), [])
}

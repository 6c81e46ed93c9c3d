let isPressed = false
const waiting: (() => void)[] = []

/** Watches whether a button or finger is down, until the function that it returns is called. */
export function watchPresses(target: EventTarget): () => void {
  const watching = new AbortController()
  const options = { capture: true, signal: watching.signal }
  const handleDown = () => {
    isPressed = true
  }
  const handleEnd = () => {
    isPressed = false
    // After the click that follows it.
    for (const show of waiting.splice(0)) setTimeout(show)
  }
  target.addEventListener('pointerdown', handleDown, options)
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, handleEnd, options)
  return () => watching.abort()
}

/**
 * Runs `show` once no button or finger is down. A press that leaves a field would otherwise miss its button, which the
 * field's error moves down before the press ends.
 */
export function afterPress(show: () => void): void {
  if (isPressed) waiting.push(show)
  else show()
}

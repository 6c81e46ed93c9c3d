let isPressed = false
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true)
}

/**
 * Runs `show` once no button or finger is down. A press that leaves a field would otherwise miss its button, which the
 * field's error moves down before the press ends.
 */
export function afterPress(show: () => void): void {
  if (!isPressed) {
    show()
    return
  }
  const ended = new AbortController()
  const handleEnd = () => {
    ended.abort()
    // After the click that follows it.
    setTimeout(show)
  }
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, handleEnd, { signal: ended.signal })
  }
}

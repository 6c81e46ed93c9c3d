/**
 * Repeats the last press of a button from before hydration, which `start-script.ts` recorded. Links and forms with an
 * address work without the application.
 */
export function replayClick(): void {
  const take: unknown = Reflect.get(window, 'takeEarlyClick')
  const pressed: unknown = typeof take === 'function' ? take() : null
  if (!(pressed instanceof HTMLElement)) return
  // After hydration. The mousedown makes React hydrate this part of the page at once, so that its form has read what was
  // typed before the click.
  setTimeout(() => {
    pressed.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    setTimeout(() => pressed.click())
  })
}

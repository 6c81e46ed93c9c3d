/**
 * Repeats the last click on a button from before hydration, which `start-script.ts` recorded. Links and forms work
 * without the application.
 */
export function replayClick(): void {
  const take: unknown = Reflect.get(window, 'takeEarlyClick')
  const pressed: unknown = typeof take === 'function' ? take() : null
  // Not during hydration: React hydrates the part of the page that was clicked first.
  if (pressed instanceof HTMLElement) setTimeout(() => pressed.click())
}

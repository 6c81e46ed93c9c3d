/**
 * Does what a visitor pressed before the application was there: the page's own script (`start-script.ts`) noted the
 * last button. Links and forms need no replay, they work without the application.
 */
export function replayClick(): void {
  const take: unknown = Reflect.get(window, 'takeEarlyClick')
  const pressed: unknown = typeof take === 'function' ? take() : null
  // Not in the middle of React's own work: it hydrates the part of the page that was clicked, which then answers.
  if (pressed instanceof HTMLElement) setTimeout(() => pressed.click())
}

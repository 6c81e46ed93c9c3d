/** How one page becomes the next: at once, until code for a motion is loaded that replaces these. */
export const pageMotion = {
  /** Runs the update that renders the next page, now or in a later frame. */
  run: (update: () => void): void => update(),
  /** Called when a page is on the screen, scrolled and focused. */
  onShown: (): void => {},
}

/** The `ref` of what takes the focus when it appears, since what had it is gone. */
export function focusOnAppear(element: HTMLElement | null): void {
  element?.focus()
}

/** Focuses the list that a form begins with. The page scrolls no further than the form needs. */
export function focusChoiceOnAppear(form: HTMLFormElement | null): void {
  form?.querySelector('select')?.focus({ preventScroll: true })
  form?.scrollIntoView({ block: 'nearest' })
}

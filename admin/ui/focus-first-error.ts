/** Focuses the first field with an error once it is rendered as such: of the dialog that is open, or of the page. */
export function focusFirstError(): void {
  focusFirstErrorIn(document.querySelector('[role=dialog]') ?? document)
}

/** The same in one form of a page with several. */
export function focusFirstErrorIn(form: ParentNode | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

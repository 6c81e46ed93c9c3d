/** Focuses the first field with an error once it is rendered as such. */
export function focusFirstError(form: ParentNode | null = document): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

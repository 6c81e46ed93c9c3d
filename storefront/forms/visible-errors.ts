/** A form's values by field name; the order of the names is the order on the screen. */
export type FormValues = Readonly<Record<string, string>>

/** What is wrong, by field name; a field that is fine is not named. */
export type FormErrors<V extends FormValues> = { readonly [Name in keyof V]?: string }

/**
 * The errors shown after a field changed: its own goes as soon as it no longer holds, and no new one appears while
 * one types.
 */
export function visibleErrorsAfterChange<V extends FormValues>(
  visible: FormErrors<V>,
  errors: FormErrors<V>,
  name: keyof V,
): FormErrors<V> {
  return visible[name] === undefined || visible[name] === errors[name] ? visible : without(visible, name)
}

/** The errors shown after a field was left. One that was never filled is not scolded for it yet. */
export function visibleErrorsAfterBlur<V extends FormValues>(
  visible: FormErrors<V>,
  errors: FormErrors<V>,
  name: keyof V,
  edited: boolean,
): FormErrors<V> {
  const error = errors[name]
  if (error === undefined) return without(visible, name)
  return edited ? { ...visible, [name]: error } : visible
}

/** The first wrong field in the order of the form; `null` when all are fine. */
export function firstInvalidField<V extends FormValues>(values: V, errors: FormErrors<V>): (keyof V & string) | null {
  return Object.keys(values).find((name) => errors[name] !== undefined) ?? null
}

function without<V extends FormValues>(visible: FormErrors<V>, name: keyof V): FormErrors<V> {
  const { [name]: _, ...others } = visible
  // The same visible but one; TypeScript cannot follow a computed name here.
  return others as FormErrors<V>
}

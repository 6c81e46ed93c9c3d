/** A form's values by field name, in screen order. */
export type FormValues = Readonly<Record<string, string>>

/** Error messages by field name; valid fields are absent. */
export type FormErrors<V extends FormValues> = { readonly [Name in keyof V]?: string }

/**
 * The visible errors after a field changed: its own disappears when it is corrected, and no new one appears while
 * typing.
 */
export function visibleErrorsAfterChange<V extends FormValues>(
  visible: FormErrors<V>,
  errors: FormErrors<V>,
  name: keyof V,
): FormErrors<V> {
  return visible[name] === undefined || visible[name] === errors[name] ? visible : without(visible, name)
}

/** The visible errors after a field was left. A field that was never filled is not reported yet. */
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

/** The first invalid field in screen order; `null` when all are valid. */
export function firstInvalidField<V extends FormValues>(values: V, errors: FormErrors<V>): (keyof V & string) | null {
  return Object.keys(values).find((name) => errors[name] !== undefined) ?? null
}

function without<V extends FormValues>(visible: FormErrors<V>, name: keyof V): FormErrors<V> {
  const { [name]: _, ...others } = visible
  // The same errors without one; TypeScript cannot follow a computed name here.
  return others as FormErrors<V>
}

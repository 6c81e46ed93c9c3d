import { useId, useRef, useState } from 'react'
import { afterPress } from './after-press.ts'
import type { FieldBinding } from './field.tsx'

export type Form<V extends FormValues> = ReturnType<typeof useForm<V>>

const NO_ERRORS = {}

/**
 * The state of a form. Fields are validated on blur, never while typing, and an error disappears when it is corrected.
 * Errors never clear input.
 */
export function useForm<V extends FormValues>({
  initial,
  fixed = NO_ERRORS,
  check,
  normalize = (_name, value) => value,
}: {
  /** Field names in screen order. */
  initial: V
  /** Values of the account: displayed, read-only, and removed when no longer known. */
  fixed?: Partial<V>
  check: (values: V) => FormErrors<V>
  /** Normalizes a value before it is stored, such as to upper case. */
  normalize?: (name: keyof V & string, value: string) => string
}) {
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const [visibleErrors, setVisibleErrors] = useState<FormErrors<V>>({})
  const edited = useRef(new Set<keyof V>())
  const values: V = { ...typed, ...fixed }
  const errorsOf = (all: V) => editableErrors(check(all), fixed)

  function set(change: Partial<V>): void {
    const next = { ...values, ...change }
    for (const name of Object.keys(change)) edited.current.add(name)
    setTyped((current) => ({ ...current, ...change }))
    setVisibleErrors((shown) =>
      Object.keys(change).reduce((left, name) => visibleErrorsAfterChange(left, errorsOf(next), name), shown),
    )
  }

  function field(name: keyof V & string): FieldBinding {
    const isFixed = fixed[name] !== undefined
    return {
      id: `${id}-${name}`,
      name,
      value: values[name] ?? '',
      error: visibleErrors[name] ?? null,
      fixed: isFixed,
      onChange: (value) => {
        // The name is one of the form's own.
        if (!isFixed) set({ [name]: normalize(name, value) } as Partial<V>)
      },
      onBlur: () => {
        const errors = errorsOf(values)
        const isEdited = edited.current.has(name)
        afterPress(() => setVisibleErrors((shown) => visibleErrorsAfterBlur(shown, errors, name, isEdited)))
      },
    }
  }

  /** Shows all errors and focuses the first invalid field on the screen; `true` when valid. */
  function checkAll(): boolean {
    const errors = errorsOf(values)
    const first = Object.keys(values).find((name) => errors[name] !== undefined)
    setVisibleErrors(errors)
    // After the errors are rendered, so they are announced with the field.
    if (first !== undefined) requestAnimationFrame(() => document.getElementById(`${id}-${first}`)?.focus())
    return first === undefined
  }

  return {
    /** The displayed values: typed and fixed ones. */
    values,
    /** Only the typed values; fixed ones must not be stored. */
    typed,
    set,
    field,
    checkAll,
  }
}

/** The errors that the visitor can correct: those of fixed values are left out. */
export function editableErrors<V extends FormValues>(errors: FormErrors<V>, fixed: Partial<V>): FormErrors<V> {
  // A subset of the errors; TypeScript cannot follow the names through `fromEntries`.
  return Object.fromEntries(Object.entries(errors).filter(([name]) => fixed[name] === undefined)) as FormErrors<V>
}

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

function without<V extends FormValues>(visible: FormErrors<V>, name: keyof V): FormErrors<V> {
  const { [name]: _, ...others } = visible
  // The same errors without one; TypeScript cannot follow a computed name here.
  return others as FormErrors<V>
}

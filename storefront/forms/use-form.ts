import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FieldBinding } from './field.tsx'
import { editableErrors, shownValues, typedBeforeHydration } from './form-values.ts'
import {
  type FormErrors,
  type FormValues,
  firstInvalidField,
  visibleErrorsAfterBlur,
  visibleErrorsAfterChange,
} from './visible-errors.ts'

export type Form<V extends FormValues> = {
  /** The displayed values: typed and fixed ones. */
  values: V
  /** Only the typed values; fixed ones must not be stored. */
  typed: V
  set: (change: Partial<V>) => void
  /** Props of a field component. */
  field: (name: keyof V & string) => FieldBinding
  /** Shows all errors and focuses the first invalid field; `true` when valid. */
  checkAll: () => boolean
}

const NOTHING = {}

/**
 * The state of a form. Fields are validated on blur, never while typing, and an error disappears when it is corrected.
 * Errors never clear input.
 */
export function useForm<V extends FormValues>({
  initial,
  fixed = NOTHING,
  check,
  normalize = asTyped,
}: {
  /** Field names in screen order. */
  initial: V
  /** Values of the account: displayed, read-only, and removed when no longer known. */
  fixed?: Partial<V>
  check: (values: V) => FormErrors<V>
  /** Normalizes a value before it is stored, such as to upper case. */
  normalize?: (name: keyof V & string, value: string) => string
}): Form<V> {
  const id = useId()
  const [typed, setTyped] = useState(initial)
  const [visibleErrors, setVisibleErrors] = useState<FormErrors<V>>({})
  const edited = useRef(new Set<keyof V>())
  const values = shownValues(typed, fixed)
  const errorsOf = (all: V) => editableErrors(check(all), fixed)

  const adoptEarlyInput = useEffectEvent(() => {
    const early = typedBeforeHydration(initial, fixed, (name) => normalize(name, typedInto(`${id}-${name}`)))
    if (Object.keys(early).length > 0) setTyped((current) => ({ ...current, ...early }))
  })
  useEffect(() => adoptEarlyInput(), [])

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
      onBlur: () =>
        setVisibleErrors((shown) => visibleErrorsAfterBlur(shown, errorsOf(values), name, edited.current.has(name))),
    }
  }

  function checkAll(): boolean {
    const errors = errorsOf(values)
    const first = firstInvalidField(values, errors)
    setVisibleErrors(errors)
    // After the errors are rendered, so that they are announced with the field.
    if (first !== null) requestAnimationFrame(() => document.getElementById(`${id}-${first}`)?.focus())
    return first === null
  }

  return { values, typed, set, field, checkAll }
}

function asTyped(_name: string, value: string): string {
  return value
}

/** The value of a field before hydration: typed on a slow connection, or autofilled. */
function typedInto(id: string): string {
  const element = document.getElementById(id)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : ''
}

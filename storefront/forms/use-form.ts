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
  /** What the fields show: what was typed, and what is fixed. */
  values: V
  /** What was typed alone, which is all that may be kept anywhere. */
  typed: V
  set: (change: Partial<V>) => void
  /** What a field component needs of the form. */
  field: (name: keyof V & string) => FieldBinding
  /** Shows everything that is wrong and puts focus on the first; `true` when all is fine. */
  checkAll: () => boolean
}

const NOTHING = {}

/**
 * The state of a form. Fields are checked when they are left, never while one types, and an error goes as soon as it
 * is repaired. Nothing that was typed is ever cleared by an error.
 */
export function useForm<V extends FormValues>({
  initial,
  fixed = NOTHING,
  check,
  normalize = asTyped,
}: {
  /** Names in the order of the screen. */
  initial: V
  /** What is known of the visitor: shown, not to be changed, and gone as soon as it is no longer known. */
  fixed?: Partial<V>
  check: (values: V) => FormErrors<V>
  /** How a value is kept, such as upper-cased. */
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
    // After the errors are drawn, so that the error is read out together with its field.
    if (first !== null) requestAnimationFrame(() => document.getElementById(`${id}-${first}`)?.focus())
    return first === null
  }

  return { values, typed, set, field, checkAll }
}

function asTyped(_name: string, value: string): string {
  return value
}

/** What a field holds before the script knows of it: typed on a slow line, or filled in by the browser. */
function typedInto(id: string): string {
  const element = document.getElementById(id)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : ''
}

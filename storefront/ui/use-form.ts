import { useEffect, useId, useRef, useState } from 'react'
import type { FieldBinding } from './field.tsx'
import { type FormErrors, type FormValues, firstWrong, marksAfterBlur, marksAfterChange } from './form-marks.ts'

export type Form<V extends FormValues> = {
  values: V
  set: (change: Partial<V>) => void
  /** What a field component needs of the form. */
  field: (name: keyof V & string) => FieldBinding
  /** Marks everything that is wrong and puts focus on the first; `true` when all is fine. */
  checkAll: () => boolean
  /** Back to these values, without any mark. */
  reset: (values: V) => void
}

/**
 * The state of a form. Fields are checked when they are left, never while one types, and an error goes as soon as it
 * is repaired. Nothing that was typed is ever cleared by an error.
 */
export function useForm<V extends FormValues>({
  initial,
  check,
  normalize = asTyped,
}: {
  /** Names in the order of the screen. */
  initial: V
  check: (values: V) => FormErrors<V>
  /** How a value is kept, such as upper-cased. */
  normalize?: (name: keyof V & string, value: string) => string
}): Form<V> {
  const id = useId()
  const [values, setValues] = useState(initial)
  const [marks, setMarks] = useState<FormErrors<V>>({})
  const edited = useRef(new Set<keyof V>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser takes over the server's page
  useEffect(() => {
    const early = Object.keys(initial).flatMap((name) => {
      const typed = initial[name] === '' ? typedInto(`${id}-${name}`) : ''
      return typed === '' ? [] : [[name, normalize(name, typed)]]
    })
    if (early.length > 0) setValues((current) => ({ ...current, ...Object.fromEntries(early) }))
  }, [])

  function set(change: Partial<V>): void {
    const next = { ...values, ...change }
    for (const name of Object.keys(change)) edited.current.add(name)
    setValues((current) => ({ ...current, ...change }))
    setMarks((shown) => Object.keys(change).reduce((left, name) => marksAfterChange(left, check(next), name), shown))
  }

  function field(name: keyof V & string): FieldBinding {
    return {
      id: `${id}-${name}`,
      name,
      value: values[name] ?? '',
      error: marks[name] ?? null,
      // The name is one of the form's own.
      onChange: (value) => set({ [name]: normalize(name, value) } as Partial<V>),
      onBlur: () => setMarks((shown) => marksAfterBlur(shown, check(values), name, edited.current.has(name))),
    }
  }

  function checkAll(): boolean {
    const errors = check(values)
    const first = firstWrong(values, errors)
    setMarks(errors)
    // After the marks are drawn, so that the error is read out together with its field.
    if (first !== null) requestAnimationFrame(() => document.getElementById(`${id}-${first}`)?.focus())
    return first === null
  }

  function reset(next: V): void {
    edited.current.clear()
    setValues(next)
    setMarks({})
  }

  return { values, set, field, checkAll, reset }
}

function asTyped(_name: string, value: string): string {
  return value
}

/** What a field holds before the script knows of it: typed on a slow line, or filled in by the browser. */
function typedInto(id: string): string {
  const element = document.getElementById(id)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : ''
}

import type { FormErrors, FormValues } from './visible-errors.ts'

/** The values a form shows: the fixed ones in place of what was typed. */
export function shownValues<V extends FormValues>(typed: V, fixed: Partial<V>): V {
  return { ...typed, ...fixed }
}

/**
 * What the fields of an initially empty form contain before hydration: typed on a slow connection, or autofilled. Fixed
 * values were not typed.
 */
export function typedBeforeHydration<V extends FormValues>(
  initial: V,
  fixed: Partial<V>,
  read: (name: keyof V & string) => string,
): Partial<V> {
  const early = Object.keys(initial)
    .filter((name) => initial[name] === '' && fixed[name] === undefined)
    .map((name) => [name, read(name)] as const)
    .filter(([, text]) => text !== '')
  // The names are the form's own; TypeScript cannot follow them through `fromEntries`.
  return Object.fromEntries(early) as Partial<V>
}

/** The errors that the visitor can correct: those of fixed values are left out. */
export function editableErrors<V extends FormValues>(errors: FormErrors<V>, fixed: Partial<V>): FormErrors<V> {
  // A subset of the errors; TypeScript cannot follow the names through `fromEntries`.
  return Object.fromEntries(Object.entries(errors).filter(([name]) => fixed[name] === undefined)) as FormErrors<V>
}

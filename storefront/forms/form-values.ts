import type { FormErrors, FormValues } from './visible-errors.ts'

/** What a form shows: what was typed, and in place of it what is filled in and fixed. */
export function shownValues<V extends FormValues>(typed: V, fixed: Partial<V>): V {
  return { ...typed, ...fixed }
}

/**
 * What the fields of a form that starts empty hold before the script knows of it: typed on a slow line, or filled in
 * by the browser. What is fixed was not typed.
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

/** What the visitor can mend: what is wrong with a fixed value is not held against them. */
export function editableErrors<V extends FormValues>(errors: FormErrors<V>, fixed: Partial<V>): FormErrors<V> {
  // The same errors but some; TypeScript cannot follow the names through `fromEntries`.
  return Object.fromEntries(Object.entries(errors).filter(([name]) => fixed[name] === undefined)) as FormErrors<V>
}

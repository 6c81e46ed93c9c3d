import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { failureOf } from './states.tsx'

/** A form whose errors the shop tells, not the browser. */
export function Form({ onSubmit, ...props }: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      {...props}
    />
  )
}

export function typed(value: string, onType: (text: string) => void) {
  return { value, onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType(currentTarget.value) }
}

/** A call that must complete now: without a connection it fails at once. */
export function usePlainCall<V = void, R = unknown>(send: (values: V) => Promise<R>, onDone?: (result: R) => unknown) {
  const { mutate, isPending, variables, error, data, reset } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    ...(onDone === undefined ? {} : { onSuccess: onDone }),
  })
  return {
    press: mutate,
    isPending,
    pressed: variables,
    failure: failureOf(error),
    result: data,
    /** Forgets the result, or the call on its way. */
    clear: reset,
  }
}

/**
 * Fields of a change that is shown at once. They are emptied when it is sent, so its response takes away nothing that
 * was typed since; when it is refused, what was sent is back, unless something new was typed. `empty` are the fields of an
 * untouched form, `error` why the last change was refused.
 */
export function useSentFields<T extends Readonly<Record<string, string | number>>>(empty: T, error: Error | null) {
  const [fields, setFields] = useState(empty)
  const sent = useRef(empty)
  const initial = useRef(empty)
  useEffect(() => {
    if (error !== null) setFields((present) => (isSame(present, initial.current) ? sent.current : present))
  }, [error])
  return {
    fields,
    change: (changed: Partial<T>) => setFields((present) => ({ ...present, ...changed })),
    /** Call it when the fields are sent. */
    clear: () => {
      sent.current = fields
      setFields(empty)
    },
  }
}

function isSame(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}

/** Focuses the first field with an error once it is rendered as such: of the dialog that is open, or of the page. */
export function focusFirstError(): void {
  focusFirstErrorIn(document.querySelector('[role=dialog]') ?? document)
}

/** Focuses the first error in one form of a page with several. */
export function focusFirstErrorIn(form: ParentNode | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

/** The `ref` of what takes the focus when it appears: what had it is gone with the step before. */
export function focusOnAppear(element: HTMLElement | null): void {
  element?.focus()
}

/** The height of a text field that grows with its text from the least to the most lines; the one more is its padding. */
export function linesHigh(least: number, most?: number): { minHeight: string; maxHeight?: string } {
  const minHeight = `${least + 1}lh`
  return most === undefined ? { minHeight } : { minHeight, maxHeight: `${most + 1}lh` }
}

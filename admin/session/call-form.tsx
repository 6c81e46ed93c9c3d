import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { AdminCallError, fieldsOf, UNREACHABLE_MESSAGE } from '../app/call.ts'
import { focusFirstError } from '../ui/form.tsx'
import { FailureLine, messageOf } from '../ui/states.tsx'

type CallFormProps<V, R> = {
  initialValues: V
  send: (values: V) => Promise<R>
  onDone: (result: R, reset: () => void) => unknown
  action: string
  /** Beside the text of the button. */
  icon?: ReactNode
  /** Part of a page: its button is neither filled nor as wide as the form. */
  inSection?: boolean
  /** Above the error. */
  intro?: ReactNode
  /** The fields; `field` is given to the input of each. */
  children: (field: (name: keyof V & string) => object) => ReactNode
  /** Below the button. */
  links?: ReactNode
}

/**
 * A form that is sent by one call. Errors of fields are shown at them, others above the form; input is preserved.
 * Without a connection it fails at once.
 */
export function CallForm<V extends Record<string, string>, R>({
  initialValues,
  send,
  onDone,
  action,
  icon,
  inSection = false,
  intro,
  children,
  links,
}: CallFormProps<V, R>) {
  const form = useForm<V>({ mode: 'controlled', initialValues })
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: (result) => onDone(result, form.reset),
    onError: (failure) => {
      // Rendered before the next frame, in which the field is focused.
      flushSync(() => form.setErrors(fieldsOf(failure)))
      focusFirstError()
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void (isPending || mutate(values)))}>
      <Stack gap="md">
        {intro}
        <FailureLine text={failureAbove(error)} />
        {children((name) => form.getInputProps(name))}
        <Button
          type="submit"
          variant={inSection ? 'default' : 'filled'}
          style={{ alignSelf: inSection ? 'start' : 'stretch' }}
          leftSection={icon}
          loading={isPending}
        >
          {action}
        </Button>
        {links}
      </Stack>
    </form>
  )
}

/** The error above the form; `null` when all errors are shown at fields. */
function failureAbove(error: unknown): string | null {
  if (error === null) return null
  if (!(error instanceof AdminCallError)) return messageOf(error)
  if (error.status === 0) return UNREACHABLE_MESSAGE
  return Object.keys(error.fields).length > 0 ? null : error.message
}

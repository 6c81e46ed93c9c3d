import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { AdminCallError, UNREACHABLE } from '../app/call.ts'
import { focusFirstError } from '../ui/form.tsx'
import { FailureLine, messageOf } from '../ui/states.tsx'

type CallFormProps = {
  /** What `useFormCall` returned. */
  call: Pick<ReturnType<typeof useFormCall>, 'isPending' | 'failure'> & { submit: () => void }
  /** Text of the button. */
  action: string
  /** Beside the text of the button. */
  icon?: ReactNode
  /** Part of a page: its button is neither filled nor as wide as the form. */
  inSection?: boolean
  /** Above the error. */
  intro?: ReactNode
  /** The fields. */
  children: ReactNode
  /** Below the button. */
  links?: ReactNode
}

/** The frame of a form that is sent by one call: the error, the fields, the button. */
export function CallForm({
  call: { submit, isPending, failure },
  action,
  icon,
  inSection = false,
  intro,
  children,
  links,
}: CallFormProps) {
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {intro}
        <FailureLine text={failure} />
        {children}
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

type Values = Record<string, string>

/**
 * A form that is sent by one call. Errors of fields are shown at them, others above the form; input is preserved.
 * Without a connection it fails at once.
 */
export function useFormCall<V extends Values, R>({
  initialValues,
  send,
  onDone,
}: {
  initialValues: V
  send: (values: V) => Promise<R>
  onDone: (result: R) => unknown
}) {
  const form = useForm<V>({ mode: 'uncontrolled', initialValues })
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: onDone,
    onError: (failure) => {
      if (!(failure instanceof AdminCallError)) return
      // Rendered before the next frame, in which the field is focused.
      flushSync(() => form.setErrors(failure.fields))
      focusFirstError()
    },
  })
  return {
    form,
    isPending,
    /** The error above the form; `null` when all errors are shown at fields. */
    failure: failureOf(error),
    submit: form.onSubmit((values) => {
      if (!isPending) mutate(values)
    }),
  }
}

function failureOf(error: unknown): string | null {
  if (error === null) return null
  if (!(error instanceof AdminCallError)) return messageOf(error)
  if (error.status === 0) return UNREACHABLE
  return Object.keys(error.fields).length > 0 ? null : error.message
}

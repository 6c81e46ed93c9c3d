import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureLine } from '../ui/failure-line.tsx'
import type { useFormCall } from './use-form-call.ts'

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

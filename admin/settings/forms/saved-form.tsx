import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { WaitingLine } from '../../app/frame/connection.tsx'
import { type Difference, TwoVersionsDialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Hint } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import type { useSavedForm } from './use-saved-form.ts'

type SavedFormProps = {
  form: Pick<ReturnType<typeof useSavedForm>, 'formRef' | 'failure' | 'choice' | 'isPending' | 'save'>
  intro?: ReactNode
  /** Between what is in the shop now and what is typed. */
  differences: () => readonly Difference[]
  failure?: string | null
  actions: ReactNode
  children: ReactNode
}

/** A form that is saved as a whole. Why it could not be stands at its buttons, which on phones are far below its top. */
export function SavedForm({
  form: { formRef, failure: ownFailure, choice, isPending, save },
  intro = null,
  differences,
  failure = ownFailure,
  actions,
  children,
}: SavedFormProps) {
  return (
    <Form ref={formRef} tabIndex={-1} onSubmit={save}>
      <Stack gap="md">
        {intro !== null && <Hint>{intro}</Hint>}
        {children}
        <FailureLine text={failure} />
        <WaitingLine isPending={isPending} />
        {actions}
      </Stack>
      {choice !== null && <TwoVersionsDialog {...choice} differences={differences()} />}
    </Form>
  )
}

type SaveButtonProps = { form: Pick<ReturnType<typeof useSavedForm>, 'isPending' | 'canSave'>; children: ReactNode }

export function SaveButton({ form: { isPending, canSave }, children }: SaveButtonProps) {
  return (
    <Button type="submit" loading={isPending} disabled={!canSave}>
      {children}
    </Button>
  )
}

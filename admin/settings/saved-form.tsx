import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureLine } from '../ui/failure-line.tsx'
import { type Difference, TwoVersionsDialog } from '../ui/two-versions-dialog.tsx'
import type { useSavedForm } from './use-saved-form.ts'

type SavedFormProps = {
  form: Pick<ReturnType<typeof useSavedForm>, 'ref' | 'failure' | 'choice' | 'save'>
  intro?: ReactNode
  /** Between what is in the shop now and what is typed. */
  differences: () => readonly Difference[]
  failure?: string | null
  /** The buttons. */
  actions: ReactNode
  children: ReactNode
}

/** A form that is saved as a whole. Why it could not be stands at its buttons, which on phones are far below its top. */
export function SavedForm({
  form,
  intro = null,
  differences,
  failure = form.failure,
  actions,
  children,
}: SavedFormProps) {
  return (
    <form
      ref={form.ref}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <Stack gap="md">
        {intro !== null && (
          <Text c="dimmed" fz="sm">
            {intro}
          </Text>
        )}
        {children}
        <FailureLine text={failure} />
        {actions}
      </Stack>
      {form.choice !== null && <TwoVersionsDialog {...form.choice} differences={differences()} />}
    </form>
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

import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureLine } from '../ui/failure-line.tsx'
import type { Difference } from './checkout-values.ts'
import { ConflictSection } from './conflict-section.tsx'
import type { useSavedForm } from './use-saved-form.ts'

type SavedFormProps = {
  form: Pick<ReturnType<typeof useSavedForm>, 'failure' | 'hasNewer' | 'takeTheirs' | 'keepMine' | 'save'>
  intro: ReactNode
  /** Between what is in the shop now and what is typed. */
  differences: () => readonly Difference[]
  failure?: string | null
  children: ReactNode
}

/** A form that is saved as a whole, with what stands in the way above its fields. */
export function SavedForm({ form, intro, differences, failure = form.failure, children }: SavedFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          {intro}
        </Text>
        {form.hasNewer && (
          <ConflictSection differences={differences()} onKeepMine={form.keepMine} onTakeTheirs={form.takeTheirs} />
        )}
        <FailureLine text={failure} />
        {children}
      </Stack>
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

import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { verifyRecoveryCodeEndpoint } from '@shop/contract/admin/session'
import { call } from '../app/call.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { useFormCall } from '../ui/use-form-call.ts'
import { useFocus } from './use-focus.ts'

/** The second step with a recovery code instead of the app. */
export function RecoveryForm({ onDone, onBack }: { onDone: () => unknown; onBack: () => void }) {
  const field = useFocus()
  const { form, submit, isPending, failure } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyRecoveryCodeEndpoint, { body }),
    onDone,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>Type one of the recovery codes that you kept. Each of them counts once.</Text>
        <FailureLine text={failure} />
        <TextInput
          label="Recovery code"
          autoComplete="off"
          ref={field}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending} fullWidth>
          Continue
        </Button>
        <Anchor component="button" type="button" py="xs" onClick={onBack}>
          Use the app after all
        </Anchor>
      </Stack>
    </form>
  )
}

import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { verifyCodeEndpoint } from '@shop/contract/admin/session'
import { call } from '../app/call.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { useFormCall } from '../ui/use-form-call.ts'
import { useFocus } from './use-focus.ts'

type CodeFormProps = { onDone: () => unknown; onRecovery: () => void; onRestart: () => void }

/** The second step: the code of the authenticator app. */
export function CodeForm({ onDone, onRecovery, onRestart }: CodeFormProps) {
  const field = useFocus()
  const { form, submit, isPending, failure } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyCodeEndpoint, { body }),
    onDone,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>Open the app with your codes and type the six digits that it shows.</Text>
        <FailureLine text={failure} />
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={field}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending} fullWidth>
          Continue
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" py="xs" onClick={onRecovery}>
            Use a recovery code
          </Anchor>
          <Anchor component="button" type="button" py="xs" onClick={onRestart}>
            Start again
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}

import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { verifyCodeEndpoint } from '@shop/contract/admin/session'
import { call } from '../app/call.ts'
import { useFocus } from '../ui/use-focus.ts'
import { CallForm } from './call-form.tsx'
import { useFormCall } from './use-form-call.ts'

type CodeFormProps = { onDone: () => unknown; onRecovery: () => void; onRestart: () => void }

/** The second step: the code of the authenticator app. */
export function CodeForm({ onDone, onRecovery, onRestart }: CodeFormProps) {
  const field = useFocus()
  const { form, ...sending } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyCodeEndpoint, { body }),
    onDone,
  })
  return (
    <CallForm
      call={sending}
      action="Continue"
      intro={<Text>Open the app with your codes and type the six digits that it shows.</Text>}
      links={
        <Group justify="space-between">
          <Anchor component="button" type="button" py="xs" onClick={onRecovery}>
            Use a recovery code
          </Anchor>
          <Anchor component="button" type="button" py="xs" onClick={onRestart}>
            Start again
          </Anchor>
        </Group>
      }
    >
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={field}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}

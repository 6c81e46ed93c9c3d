import { Anchor, Text, TextInput } from '@mantine/core'
import { verifyRecoveryCodeEndpoint } from '@shop/contract/admin/session'
import { call } from '../app/call.ts'
import { useFocus } from '../ui/use-focus.ts'
import { CallForm } from './call-form.tsx'
import { useFormCall } from './use-form-call.ts'

/** The second step with a recovery code instead of the app. */
export function RecoveryForm({ onDone, onBack }: { onDone: () => unknown; onBack: () => void }) {
  const field = useFocus()
  const { form, ...sending } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyRecoveryCodeEndpoint, { body }),
    onDone,
  })
  return (
    <CallForm
      call={sending}
      action="Continue"
      intro={<Text>Type one of the recovery codes that you kept. Each of them counts once.</Text>}
      links={
        <Anchor component="button" type="button" py="xs" onClick={onBack}>
          Use the app after all
        </Anchor>
      }
    >
      <TextInput
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        ref={field}
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}

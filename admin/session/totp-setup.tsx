import { Anchor, Center, Code, PasswordInput, Text, TextInput, Title } from '@mantine/core'
import { startTotpEndpoint, verifyCodeEndpoint } from '@shop/contract/admin/session'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { CallForm } from './call-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { secretOf } from './totp-secret.ts'
import { useFormCall } from './use-form-call.ts'

export type Setup = { uri: string; recovery_codes: string[] }

type TotpSetupProps = {
  onBegin?: () => void
  /** Called when the user goes back to the beginning. */
  onCancel?: () => void
  onDone: () => unknown
}

/** Sets up an authenticator app: password, QR code, first code, recovery codes. */
export function TotpSetup({ onBegin, onCancel, onDone }: TotpSetupProps) {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const begin = (next: Setup) => {
    setSetup(next)
    onBegin?.()
  }
  const cancel = () => {
    setSetup(null)
    onCancel?.()
  }
  if (setup === null) return <StartForm onStart={begin} />
  if (!isChecked) return <FirstCodeForm uri={setup.uri} onBack={cancel} onDone={() => setIsChecked(true)} />
  return <RecoveryCodes codes={setup.recovery_codes} onDone={onDone} />
}

function StartForm({ onStart }: { onStart: (setup: Setup) => void }) {
  const { form, ...sending } = useFormCall({
    initialValues: { password: '' },
    send: (body) => call(startTotpEndpoint, { body }),
    onDone: onStart,
  })
  return (
    <CallForm
      call={sending}
      action="Set up the app"
      intro={
        <>
          <Title order={2} fz="1.25rem">
            An app with codes
          </Title>
          <Text>Such as the password app of your phone, Aegis, 2FAS or Google Authenticator.</Text>
        </>
      }
    >
      <PasswordInput
        label="Your password once more"
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </CallForm>
  )
}

export function FirstCodeForm({ uri, onBack, onDone }: { uri: string; onBack: () => void; onDone: () => void }) {
  const { form, ...sending } = useFormCall({
    initialValues: { code: '' },
    send: (body) => call(verifyCodeEndpoint, { body }),
    onDone,
  })
  return (
    <CallForm
      call={sending}
      action="Check the code"
      intro={
        <>
          <Title order={2} fz="1.25rem">
            Scan this with the app
          </Title>
          <Center>
            <QRCodeSVG value={uri} size={200} marginSize={2} title="The secret for your app, as a QR code" />
          </Center>
          <Text>
            On this phone already? <a href={uri}>Open the app</a>, or copy this secret into it:
          </Text>
          <Code block role="note" aria-label="Secret for the app" fz="md" style={{ whiteSpace: 'pre-wrap' }}>
            {secretOf(uri)}
          </Code>
        </>
      }
      links={
        <Anchor component="button" type="button" py="xs" onClick={onBack}>
          Go back
        </Anchor>
      }
    >
      <TextInput
        label="Code that the app shows"
        inputMode="numeric"
        autoComplete="one-time-code"
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
    </CallForm>
  )
}

import { Anchor, Button, Center, Code, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { QuietButton } from '../ui/page.tsx'
import { CallForm } from './call-form.tsx'

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
  return (
    <CallForm
      initialValues={{ password: '' }}
      send={(body) => call(adminSession.startTotp, { body })}
      onDone={onStart}
      action="Set up the app"
      intro={
        <>
          <Title order={2} fz="1.25rem">
            An app with codes
          </Title>
          <Text>Such as your phone’s password app, Aegis, 2FAS or Google Authenticator.</Text>
        </>
      }
    >
      {(field) => <PasswordInput label="Your password again" autoComplete="current-password" {...field('password')} />}
    </CallForm>
  )
}

export function FirstCodeForm({ uri, onBack, onDone }: { uri: string; onBack: () => void; onDone: () => void }) {
  return (
    <CallForm
      initialValues={{ code: '' }}
      send={(body) => call(adminEntrance.verifyCode, { body })}
      onDone={onDone}
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
      {(field) => (
        <TextInput label="Code from the app" inputMode="numeric" autoComplete="one-time-code" {...field('code')} />
      )}
    </CallForm>
  )
}

/** The secret of an `otpauth:` URI, in groups of four characters for typing. */
export function secretOf(uri: string): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const { copy, copied } = useClipboard()
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Title order={2} fz="1.25rem">
        Keep these recovery codes
      </Title>
      <Text>
        Each one lets you sign in once if you lose your phone. You won’t see them again: print them, or keep them with
        your passwords.
      </Text>
      <Code block role="note" aria-label="Recovery codes" fz="md" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <Group grow>
        <QuietButton onClick={() => copy(text)}>{copied ? 'Copied' : 'Copy'}</QuietButton>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save
        </Button>
      </Group>
      <Button onClick={() => void onDone()}>I’ve saved them</Button>
    </Stack>
  )
}

import { NativeSelect, Stack, Text } from '@mantine/core'
import { adminMail, type MailSample } from '@shop/contract/mail/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../app/query-client.ts'
import { Dialog, DialogButton } from '../ui/dialog.tsx'
import { Hint } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'

const samplesQuery = callQuery(['mails', 'samples'], adminMail.listMailSamples, {})

export function MailSamples() {
  return (
    <DialogButton label="Email previews">
      {(close) => (
        <Dialog onClose={close} title="Email previews" size="lg">
          <Samples />
        </Dialog>
      )}
    </DialogButton>
  )
}

function Samples() {
  return (
    <Loaded query={useQuery(samplesQuery)} label="Loading emails">
      {({ mails }) => <SampleChoice mails={mails} />}
    </Loaded>
  )
}

function SampleChoice({ mails }: { mails: readonly MailSample[] }) {
  const [name, setName] = useState(mails[0]?.name ?? '')
  const mail = mails.find((one) => one.name === name)
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Email"
        data-autofocus
        value={name}
        data={mails.map((one) => one.name)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {mail !== undefined && (
        <>
          <Hint>To {mail.to}, for a sample order</Hint>
          <Text fw={600}>{mail.subject}</Text>
          <Text component="section" aria-label="The email" className="written">
            {mail.text}
          </Text>
        </>
      )}
    </Stack>
  )
}

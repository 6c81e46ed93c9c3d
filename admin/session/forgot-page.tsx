import { Anchor, Code, Text, TextInput } from '@mantine/core'
import { adminEntrance } from '@shop/contract/access/session'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { Loaded } from '../ui/states.tsx'
import { CallForm } from './call-form.tsx'
import { Entrance } from './entrance.tsx'
import { entranceQuery } from './session.queries.ts'

export { ForgotPage as Component }

/** For a forgotten password: a link by mail where the shop sends mail, else the command that makes one. */
function ForgotPage() {
  const [isSent, setIsSent] = useState(false)
  return (
    <Entrance title="Forgot password?">
      <Loaded query={useQuery(entranceQuery)} label="Checking your options">
        {({ sends_mail }) => {
          if (isSent) return <Sent />
          return sends_mail ? <MailForm onDone={() => setIsSent(true)} /> : <NoMail />
        }}
      </Loaded>
      <Anchor component={Link} to="/sign-in" py="sm" mt="md" display="inline-block">
        Back to sign in
      </Anchor>
    </Entrance>
  )
}

function MailForm({ onDone }: { onDone: () => void }) {
  return (
    <>
      <CallForm
        initialValues={{ email: '' }}
        send={(body) => call(adminEntrance.requestAdminReset, { body })}
        onDone={onDone}
        action="Send a link"
        intro={<Text>We’ll email you a link to set a new password. Your app or passkey stays as it is.</Text>}
      >
        {(field) => <TextInput label="Email" type="email" autoComplete="username" {...field('email')} />}
      </CallForm>
      <Text mt="lg">Lost your phone and recovery codes too?</Text>
      <CommandHelp />
    </>
  )
}

function Sent() {
  return (
    <div role="status">
      <Text mb="sm">
        If this address can use the admin, we’ve emailed you a link. It works once, for half an hour. Nothing yet? Check
        your spam folder, or:
      </Text>
      <CommandHelp />
    </div>
  )
}

function NoMail() {
  return (
    <>
      <Text mb="sm">No email server is set up, so we can’t email you a link. Please ask your technical contact:</Text>
      <CommandHelp />
    </>
  )
}

function CommandHelp() {
  return (
    <Text>
      On the machine that runs the shop, <Code>npm run shop -- owner reset EMAIL</Code> prints a link that sets a new
      password; add <Code>--second-factor</Code> for a new app or passkey too.
    </Text>
  )
}

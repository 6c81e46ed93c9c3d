import { Alert, Button, Text } from '@mantine/core'
import { adminMail, type MailDelivery, type UnsentMail } from '@shop/contract/mail/admin'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChange } from '../app/changes/use-change.ts'
import { callQuery } from '../app/query-client.ts'

/** The mails that have not been sent. Read again every few seconds while one is on its way. */
export const outboxQuery = queryOptions({
  ...callQuery(['mails'], adminMail.listUnsentMails, {}),
  refetchInterval: ({ state: { data } }) => (data?.mails.some((mail) => isOnItsWay(mail, data)) ? 3000 : false),
})

/** Whether a mail leaves within seconds. What failed once is tried again after minutes or hours. */
export function isOnItsWay(
  { state, last_error }: Pick<UnsentMail, 'state' | 'last_error'>,
  { has_mail_server }: { has_mail_server: boolean },
): boolean {
  return has_mail_server && state === 'waiting' && last_error === null
}

type Delivery = { color: 'amber' | 'moss' | 'brick'; text: string }

/** How far a mail is. Whether it is read, no mail server says. */
export function describeDelivery(delivery: MailDelivery, hasMailServer: boolean): Delivery {
  if (delivery === 'sent') return { color: 'moss', text: 'Sent' }
  if (delivery === 'failed') return { color: 'brick', text: 'Not delivered' }
  return { color: 'amber', text: hasMailServer ? 'On its way' : 'Waiting for an email server' }
}

/** The notification of a change of an order; it also says when the mail cannot leave. */
export function doneWithMail(done: string, order: { email: string; has_mail_server: boolean }): string {
  return order.email === '' || order.has_mail_server
    ? done
    : `${done}. The email will be sent once an email server is set up`
}

/** The notification for something that leaves ten seconds later, such as `The answer`. */
export function onItsWay(what: string): string {
  return `${what} is on its way. You have ten seconds to undo it`
}

/** The label of what changes an order and mails it: "Ship and send", or "Ship" where no one gets a mail. */
export function labelWithMail(label: string, { email }: { email: string }): string {
  return email === '' ? label : `${label} and send`
}

/** Why a mail was not delivered, and what else there is to say of it; below it the code for the operator. */
export function MailError({ code, more = '' }: { code: string; more?: string }) {
  return (
    <div>
      <Text fz="sm">
        {describeMailError(code)} {more}
      </Text>
      <Text fz="xs" c="dimmed">
        For your technical contact: {code}
      </Text>
    </div>
  )
}

/** Why a mail was not delivered, in words; the code itself is for the operator. */
export function describeMailError(code: string): string {
  if (/^EENVELOPE 5/.test(code)) return 'The email server rejected the address.'
  if (/^EAUTH/.test(code)) return 'The email server rejected the shop’s name or password.'
  if (/^(ECONN|ESOCKET|ETIMEDOUT|EDNS)/.test(code)) return 'We can’t reach the email server.'
  return 'The email server rejected it.'
}

/** That the shop can send no mails yet, what follows from it here, and where a mail server is set up. */
export function NoMailServer({ children }: { children: ReactNode }) {
  return (
    <Alert color="amber" variant="light" icon={<MailWarning aria-hidden />} title="No email server is set up yet">
      {children}
      <Text fz="xs" mt={4}>
        For your technical contact: set SMTP_URL and restart the shop.
      </Text>
    </Alert>
  )
}

type SendAgainProps = { mailId: string; hasMailServer: boolean; refreshes: readonly QueryKey[] }

/** Sends a mail again; without a mail server it can only wait for one. */
export function SendAgain({ mailId, hasMailServer, refreshes }: SendAgainProps) {
  const done = hasMailServer ? 'Sending again' : 'It will be sent once an email server is set up'
  const { change, isPending } = useChange(adminMail.retryMail, { done, refreshes })
  return (
    <Button
      variant="default"
      loading={isPending}
      onClick={() => change({ body: { id: mailId } })}
      style={{ alignSelf: 'flex-start' }}
    >
      Send again
    </Button>
  )
}

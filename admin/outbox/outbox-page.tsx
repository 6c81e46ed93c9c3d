import { Alert, Badge, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { type listUnsentMailsEndpoint, retryMailEndpoint, type UnsentMail } from '@shop/contract/admin/outbox'
import type { ResultOf } from '@shop/contract/endpoint'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import { useChange } from '../app/use-change.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCount } from '../ui/format-amount.ts'
import { formatTime } from '../ui/format-time.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { describeMailError } from './describe-mail-error.ts'
import { outboxQuery } from './outbox.queries.ts'

/** The page, and its list on its way before the page is drawn. */
export function outboxRoute(queryClient: QueryClient) {
  return {
    Component: OutboxPage,
    loader: () => {
      void queryClient.prefetchQuery(outboxQuery)
      return null
    },
  }
}

/** Mails that failed or wait, each of which can be sent again. */
function OutboxPage() {
  return (
    <Page title="Unsent mails">
      <Loaded query={useQuery(outboxQuery)} label="Loading mails">
        {(outbox) => <MailList outbox={outbox} />}
      </Loaded>
    </Page>
  )
}

function MailList({ outbox: { mails, more, has_mail_server } }: { outbox: ResultOf<typeof listUnsentMailsEndpoint> }) {
  return (
    <>
      {!has_mail_server && (
        <Alert color="amber" variant="light" icon={<MailWarning aria-hidden />} title="No mail server" mb="md">
          The shop knows no mail server, so every mail waits. Whoever runs the shop sets SMTP_URL.
        </Alert>
      )}
      {mails.length === 0 && <EmptyState text="Every mail has been sent." />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {mails.map((mail) => (
          <MailSection key={mail.id} mail={mail} />
        ))}
      </SimpleGrid>
      {more > 0 && <Text mt="md">And {formatCount(more, 'more mail')}.</Text>}
    </>
  )
}

function MailSection({ mail }: { mail: UnsentMail }) {
  const { id, recipient, subject, state, created_at, next_attempt_at, attempts, last_error, can_be_sent } = mail
  const { change, isPending } = useChange(retryMailEndpoint, { done: 'It is sent again', refreshes: [['mails']] })
  return (
    <Section title={subject}>
      <Group gap="sm" mb="xs">
        <Badge color={state === 'failed' ? 'brick' : 'amber'}>{state === 'failed' ? 'Failed' : 'Waits'}</Badge>
        <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          To {recipient}, written {formatTime(created_at)}
          {state === 'waiting' && attempts > 0 && `, next attempt ${formatTime(next_attempt_at)}`}
        </Text>
      </Group>
      {last_error !== null && (
        <Text fz="sm" mb="sm">
          {can_be_sent
            ? `${describeMailError(last_error)} It was tried ${attempts === 1 ? 'once' : `${attempts} times`}.`
            : 'The address is mistyped, so that no mail server would take it.'}
        </Text>
      )}
      {can_be_sent && (
        <Button variant="default" loading={isPending} onClick={() => change({ body: { id } })}>
          Send again
        </Button>
      )}
    </Section>
  )
}

import { Badge, Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ResultOf } from '@shop/contract/http/call'
import type { adminMail, UnsentMail } from '@shop/contract/mail/admin'
import { formatCount, plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../app/query-client.ts'
import { keepNumbersWhole } from '../ui/format.ts'
import { Hint, Page, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'
import { MailError, NoMailServer, outboxQuery, SendAgain } from './mail-state.tsx'

export { OutboxPage as Component }

export const loader = () => void queryClient.prefetchQuery(outboxQuery)

/** Mails that failed or wait, each with a button to send it again. */
function OutboxPage() {
  return (
    <Page title="Unsent emails">
      <Loaded query={useQuery(outboxQuery)} label="Loading emails">
        {(outbox) => <MailList outbox={outbox} />}
      </Loaded>
    </Page>
  )
}

function MailList({
  outbox: { mails, more, has_mail_server },
}: {
  outbox: ResultOf<typeof adminMail.listUnsentMails>
}) {
  return (
    <>
      {!has_mail_server && (
        <Box mb="md">
          <NoMailServer>Emails wait here, and go out automatically once one is set up.</NoMailServer>
        </Box>
      )}
      {mails.length === 0 && <EmptyState text="Every email has been sent." />}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {mails.map((mail) => (
          <MailSection key={mail.id} mail={mail} hasMailServer={has_mail_server} />
        ))}
      </SimpleGrid>
      {more > 0 && <Text mt="md">And {formatCount(more, 'more email')}.</Text>}
    </>
  )
}

function MailSection({ mail, hasMailServer }: { mail: UnsentMail; hasMailServer: boolean }) {
  const { id, recipient, subject, state, created_at, next_attempt_at, attempts, last_error, can_be_sent } = mail
  const hasFailed = state === 'failed'
  return (
    <Section title={keepNumbersWhole(subject)}>
      <Stack gap="sm">
        <Group gap="sm">
          <Badge color={hasFailed ? 'brick' : 'amber'}>{hasFailed ? 'Failed' : 'Waiting'}</Badge>
          <Hint className="anywhere">
            To {recipient}, created {formatTime(created_at)}
            {hasMailServer && !hasFailed && attempts > 0 && `, next attempt ${formatTime(next_attempt_at)}`}
          </Hint>
        </Group>
        {!can_be_sent && <Text fz="sm">The address has a typo, so we can’t send to it.</Text>}
        {can_be_sent && last_error !== null && (
          <MailError code={last_error} more={`We tried ${plural(attempts, 'once', `${attempts} times`)}.`} />
        )}
        {can_be_sent && (hasMailServer || hasFailed) && (
          <SendAgain mailId={id} hasMailServer={hasMailServer} refreshes={[outboxQuery.queryKey]} />
        )}
      </Stack>
    </Section>
  )
}

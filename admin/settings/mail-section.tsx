import { Badge, Button, Group, Text } from '@mantine/core'
import { sendTestMailEndpoint } from '@shop/contract/admin/outbox'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useChange } from '../app/use-change.ts'
import { outboxQuery } from '../outbox/outbox.queries.ts'
import { Section } from '../ui/section.tsx'

/** Whether mails can leave, and a test. */
export function MailSection() {
  const { data } = useQuery(outboxQuery)
  const { change, isPending } = useChange(sendTestMailEndpoint, {
    done:
      data?.has_mail_server === false ? 'The test mail waits for a mail server' : 'A test mail to you is on its way',
    refreshes: [outboxQuery.queryKey],
  })
  return (
    <Section title="Mail server">
      <Group gap="sm" mb="sm">
        {data !== undefined && (
          <Badge color={data.has_mail_server ? 'moss' : 'amber'}>
            {data.has_mail_server ? 'Set up' : 'Not set up'}
          </Badge>
        )}
        <Text>
          {data?.has_mail_server === false
            ? 'Mails wait until whoever runs the shop sets SMTP_URL.'
            : 'The address of the mail server is in SMTP_URL, since it holds a password.'}
        </Text>
      </Group>
      <Group gap="sm">
        <Button variant="default" loading={isPending} onClick={() => change({})}>
          Send me a test
        </Button>
        <Button variant="subtle" component={Link} to="/mails">
          Unsent mails{data === undefined || data.mails.length === 0 ? '' : ` (${data.mails.length + data.more})`}
        </Button>
      </Group>
    </Section>
  )
}

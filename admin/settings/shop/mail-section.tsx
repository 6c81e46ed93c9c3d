import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { adminMail } from '@shop/contract/mail/admin'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useChange } from '../../app/changes/use-change.ts'
import { MailSamples } from '../../mail/mail-samples.tsx'
import { NoMailServer, outboxQuery } from '../../mail/mail-state.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { LinkedSection } from './linked-section.tsx'

/** Whether mails can leave, and a test. */
export function MailSection() {
  const { data } = useQuery(outboxQuery)
  const { change, isPending, failure } = useChange(adminMail.sendTestMail, {
    done: 'A test email is on its way to you',
    refreshes: [outboxQuery.queryKey],
    showsError: true,
  })
  return (
    <LinkedSection anchor="mail" title="Email server">
      <Stack gap="sm">
        {data?.has_mail_server === false && (
          <NoMailServer>Emails to you and to shoppers wait until one is set up.</NoMailServer>
        )}
        {data?.has_mail_server === true && (
          <div>
            <Group gap="sm">
              <Badge color="moss">Ready</Badge>
              <Text>Your technical contact has set its address and password on the shop’s machine.</Text>
            </Group>
            <Text fz="xs" mt={4}>
              For your technical contact: set SMTP_URL and restart the shop.
            </Text>
          </div>
        )}
        <FailureLine text={failure} />
        <Group gap="sm">
          <Button variant="default" loading={isPending} onClick={() => change({})}>
            Send me a test
          </Button>
          <MailSamples />
          <Button variant="default" component={Link} to="/mail-texts">
            Edit email templates
          </Button>
          <Button variant="subtle" component={Link} to="/mails">
            {data === undefined || data.mails.length === 0
              ? 'Unsent emails'
              : `Unsent emails (${data.mails.length + data.more})`}
          </Button>
        </Group>
      </Stack>
    </LinkedSection>
  )
}

import { Anchor, Group, Text } from '@mantine/core'
import type { Inquiry } from '@shop/contract/admin/contact'
import { formatTime } from '../ui/format-time.ts'
import { Section } from '../ui/section.tsx'
import { InquiryState } from './inquiry-state.tsx'

/** What somebody wrote, with who and when. */
export function InquiryMessage({ inquiry }: { inquiry: Inquiry }) {
  const { email, reason, reference, message, received_at } = inquiry
  return (
    <Section title={reference === '' ? reason : `${reason}: ${reference}`}>
      <Group gap="sm" mb="sm">
        <InquiryState inquiry={inquiry} />
        <Text c="dimmed" fz="sm">
          <time dateTime={received_at}>{formatTime(received_at)}</time>
        </Text>
        <Anchor href={`mailto:${encodeURIComponent(email)}`} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Anchor>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</Text>
    </Section>
  )
}

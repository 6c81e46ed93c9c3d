import { Alert, Text } from '@mantine/core'
import { MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'

/** That the shop can send no mails yet, what follows from it here, and where a mail server is set up. */
export function NoMailServer({ children }: { children: ReactNode }) {
  return (
    <Alert color="amber" variant="light" icon={<MailWarning aria-hidden />} title="No mail server is set up yet">
      {children}
      <Text fz="xs" mt={4}>
        For whoever runs the shop: SMTP_URL in its settings, then a new start.
      </Text>
    </Alert>
  )
}

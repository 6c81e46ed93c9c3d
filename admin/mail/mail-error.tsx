import { Text } from '@mantine/core'
import { describeMailError } from './describe-mail-error.ts'

/** Why a mail was not delivered, and what else there is to say of it; below it the code for whoever runs the shop. */
export function MailError({ code, more = '' }: { code: string; more?: string }) {
  return (
    <div>
      <Text fz="sm">
        {describeMailError(code)} {more}
      </Text>
      <Text fz="xs" c="dimmed">
        For whoever runs the shop: {code}
      </Text>
    </div>
  )
}

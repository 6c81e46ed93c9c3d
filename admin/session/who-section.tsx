import { Button, Text } from '@mantine/core'
import { type AdminUser, signOutEndpoint } from '@shop/contract/admin/session'
import { call } from '../app/call.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { useLeave } from './use-leave.ts'

const ROLES = { owner: 'an owner of this shop', helper: 'a helper in this shop' } as const

export function WhoSection({ admin }: { admin: AdminUser }) {
  const { press, isPending, failure } = usePlainCall(() => call(signOutEndpoint, {}), useLeave())
  return (
    <Section title={admin.name}>
      <Text mb="md">
        {admin.email}, {ROLES[admin.role]}
      </Text>
      <FailureLine text={failure} />
      <Button variant="default" loading={isPending} onClick={() => press()}>
        Sign out
      </Button>
    </Section>
  )
}

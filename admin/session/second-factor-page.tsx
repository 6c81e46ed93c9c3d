import { Divider, Text, Title } from '@mantine/core'
import type { AdminUser } from '@shop/contract/admin/session'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../app/session.queries.ts'
import { AddPasskey } from './add-passkey.tsx'
import { Entrance } from './entrance.tsx'
import { TotpSetup } from './totp-setup.tsx'

/** Users without a second factor must set one up first. */
export function SecondFactorPage({ admin }: { admin: AdminUser }) {
  const queryClient = useQueryClient()
  const [hasBegun, setHasBegun] = useState(false)
  const reload = () => queryClient.invalidateQueries(sessionQuery)
  return (
    <Entrance title="One more lock">
      {!hasBegun && (
        <Text mb="md">
          A password alone is not enough for a whole shop, {admin.name}. Choose an app with codes, or a passkey of this
          device; you can add the other later.
        </Text>
      )}
      <TotpSetup onBegin={() => setHasBegun(true)} onCancel={() => setHasBegun(false)} onDone={reload} />
      {!hasBegun && (
        <>
          <Divider label="or" my="lg" />
          <Title order={2} fz="1.25rem" mb="md">
            A passkey
          </Title>
          <AddPasskey onDone={reload} />
        </>
      )}
    </Entrance>
  )
}

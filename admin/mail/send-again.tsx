import { Button } from '@mantine/core'
import { retryMailEndpoint } from '@shop/contract/admin/mail'
import type { QueryKey } from '@tanstack/react-query'
import { useChange } from '../app/use-change.ts'

/** Sends a mail again; without a mail server it can only wait for one. */
export function SendAgain({
  mailId,
  hasMailServer,
  refreshes,
}: {
  mailId: string
  hasMailServer: boolean
  refreshes: readonly QueryKey[]
}) {
  const done = hasMailServer ? 'It is sent again' : 'It waits: no mail server is set up yet'
  const { change, isPending } = useChange(retryMailEndpoint, { done, refreshes })
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

import { listBackupsEndpoint } from '@shop/contract/admin/backups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

/** Milliseconds between two requests while a backup is made or checked. */
const WHILE_RUNNING = 1000

/** The backups, and the one that is being made or checked. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(listBackupsEndpoint, {}, signal),
  refetchInterval: ({ state }) => (state.data?.task?.state === 'running' ? WHILE_RUNNING : 60_000),
})

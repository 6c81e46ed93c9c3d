import { Badge, Button, Group, Text } from '@mantine/core'
import { type Backup, backupFilePath, checkBackupEndpoint, listBackupsEndpoint } from '@shop/contract/admin/backups'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call } from '../app/call.ts'
import { usePlainCall } from '../ui/form.tsx'
import { formatAge, formatBytes } from '../ui/format.ts'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { formatTime, useNow } from '../ui/time.ts'
import classes from './backup-list.module.css'

const ORIGINS: Readonly<Record<Backup['origin'], string>> = {
  nightly: 'At night',
  before_update: 'Before an update',
  by_hand: 'By hand',
}

type BackupListProps = {
  backups: readonly Backup[]
  isBusy: boolean
  /** Whether their folder can be used. */
  isReadable: boolean
}

/** The files, newest first, each with its age, a check and a download. */
export function BackupList({ backups, isBusy, isReadable }: BackupListProps) {
  const queryClient = useQueryClient()
  const { press, isPending, pressed, failure } = usePlainCall(
    (name: string) => call(checkBackupEndpoint, { body: { name } }),
    () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  )
  return (
    <Section title="Backups">
      <Hint mb="sm">
        Kept are those of seven nights, one of each of the four weeks before, three from before updates, and the last
        five made by hand. A backup contains all customers' data: keep it as safe as the shop, and on another disk.
      </Hint>
      <FailureLine text={failure} />
      {backups.length === 0 && (
        <Text>{isReadable ? 'There is none yet.' : 'They cannot be listed while their folder cannot be used.'}</Text>
      )}
      <ul className={classes.list}>
        {backups.map((backup) => (
          <li key={backup.name} className={classes.row}>
            <Description backup={backup} />
            <Group gap="xs">
              <Button
                variant="default"
                disabled={isBusy}
                loading={isPending && pressed === backup.name}
                onClick={() => press(backup.name)}
                aria-label={`Check ${backup.name}`}
              >
                Check
              </Button>
              <Button
                variant="default"
                component="a"
                href={backupFilePath(backup.name)}
                download={backup.name}
                leftSection={<Download aria-hidden size={18} />}
                aria-label={`Download ${backup.name}`}
              >
                Download
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Description({ backup: { name, origin, bytes, made_at } }: { backup: Backup }) {
  const now = useNow()
  return (
    <div className={classes.description}>
      <Group gap="xs">
        <Text fw={600}>{formatTime(made_at)}</Text>
        <Badge color={origin === 'nightly' ? 'moss' : 'ink'} variant="light">
          {ORIGINS[origin]}
        </Badge>
      </Group>
      <Hint>
        {formatAge(made_at, now)}, {formatBytes(bytes)}, {name}
      </Hint>
    </div>
  )
}

/** Milliseconds between two requests while a backup is made or checked. */
const WHILE_RUNNING = 1000

/** The backups, and the one that is being made or checked. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(listBackupsEndpoint, {}, signal),
  refetchInterval: ({ state }) => (state.data?.task?.state === 'running' ? WHILE_RUNNING : 60_000),
})

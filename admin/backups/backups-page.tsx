import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { adminBackups, type Backups, MAX_BACKUP_AGE_MS } from '@shop/contract/backups/admin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { call } from '../app/call.ts'
import { queryClient } from '../app/query-client.ts'
import { usePlainCall } from '../ui/form.tsx'
import { formatAge, formatBytes } from '../ui/format.ts'
import { Columns, Hint, Page, Section } from '../ui/page.tsx'
import { FailureLine, Loaded } from '../ui/states.tsx'
import { formatTime, useNow } from '../ui/time.ts'
import { BackupList, backupsQuery, RestoreSection } from './backup-list.tsx'
import { TaskCard, taskToShow } from './task-card.tsx'

export { BackupsPage as Component }

export const loader = () => void queryClient.prefetchQuery(backupsQuery)

/** Makes, checks and downloads backups, and says how one is restored. */
function BackupsPage() {
  return (
    <Page title="Backups">
      <Loaded query={useQuery(backupsQuery)} label="Loading backups">
        {(backups) => <FolderSections backups={backups} />}
      </Loaded>
    </Page>
  )
}

function NoNightly() {
  return (
    <Alert color="amber" variant="light" icon={<CircleAlert aria-hidden />} title="No nightly backups">
      <Text fz="sm">
        Backups made here are on the same disk as the shop, so download them. For nightly backups, ask your technical
        contact to add this line to the file .env and restart the shop. The folder should be on another disk:
      </Text>
      <Text component="code" fz="sm" className="anywhere">
        BACKUP_DIR=/mnt/backups
      </Text>
    </Alert>
  )
}

function FolderSections({ backups }: { backups: Backups }) {
  const { problem } = backups
  const isRunning = backups.task?.state === 'running'
  return (
    <Columns
      left={<NowSection backups={backups} isRunning={isRunning} />}
      right={
        <>
          <BackupList backups={backups.backups} isBusy={isRunning} isReadable={problem === null} />
          <RestoreSection backups={backups} />
        </>
      }
    />
  )
}

function NowSection({ backups, isRunning }: { backups: Backups; isRunning: boolean }) {
  const { folder, has_backup_dir, problem, free_bytes, nightly } = backups
  const task = taskToShow(backups)
  return (
    <Section title="Now">
      <Stack gap="sm">
        {problem !== null && <FolderProblem problem={problem} />}
        {has_backup_dir ? <NightlyLine nightly={nightly} isStored={problem === null} /> : <NoNightly />}
        {problem === null && (
          <Hint className="anywhere">
            Backups are in {folder}
            {free_bytes !== null && `, which has ${formatBytes(free_bytes)} free`}.
          </Hint>
        )}
        {task !== null && <TaskCard task={task} />}
        {problem === null && <CreateButton isRunning={isRunning} />}
      </Stack>
    </Section>
  )
}

function FolderProblem({ problem }: { problem: string }) {
  const { refetch, isFetching } = useQuery(backupsQuery)
  return (
    <Alert color="brick" variant="light" icon={<CircleAlert aria-hidden />} title="We can’t store backups right now">
      <Text className="anywhere">{problem}</Text>
      <Button variant="default" mt="sm" loading={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </Alert>
  )
}

function CreateButton({ isRunning }: { isRunning: boolean }) {
  const queryClient = useQueryClient()
  const { press, isPending, failure } = usePlainCall(
    () => call(adminBackups.createBackup, {}),
    () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  )
  return (
    <div>
      <Button loading={isPending} disabled={isRunning} onClick={() => press()}>
        Make a backup now
      </Button>
      <FailureLine text={failure} />
    </div>
  )
}

/** Whether the nightly backup was made, and how old it is; `isStored` is false while its folder cannot be used. */
export function NightlyLine({
  nightly: { succeeded_at, failure },
  isStored,
}: Pick<Backups, 'nightly'> & { isStored: boolean }) {
  const now = useNow()
  const isFresh = isStored && succeeded_at !== null && now - Date.parse(succeeded_at) <= MAX_BACKUP_AGE_MS
  const age = succeeded_at === null ? 'none so far' : formatAge(succeeded_at, now)
  return (
    <div>
      <Group gap="xs">
        <Text>Last nightly backup</Text>
        <Badge color={failure !== null ? 'brick' : isFresh ? 'moss' : 'amber'}>{age}</Badge>
        {succeeded_at !== null && <Hint>{formatTime(succeeded_at)}</Hint>}
      </Group>
      {failure !== null && isStored && (
        <Text c="brick" className="anywhere">
          The last backup failed: {failure} We’ll try again every hour, and when the shop starts.
        </Text>
      )}
    </div>
  )
}

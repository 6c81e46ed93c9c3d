import { Badge, Button, Code, CopyButton, Group, List, Select, Text } from '@mantine/core'
import { adminBackups, type Backup, type Backups, backupFilePath } from '@shop/contract/backups/admin'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../app/call.ts'
import { usePlainCall } from '../ui/form.tsx'
import { formatAge, formatBytes } from '../ui/format.ts'
import { Hint, QuietButton, Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'
import { formatTime, useNow } from '../ui/time.ts'
import classes from './backup-list.module.css'

const ORIGIN_LABELS: Readonly<Record<Backup['origin'], string>> = {
  nightly: 'Nightly',
  before_update: 'Before an update',
  by_hand: 'Manual',
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
    (name: string) => call(adminBackups.checkBackup, { body: { name } }),
    () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  )
  return (
    <Section title="Backups">
      <Hint mb="sm">
        We keep seven nightly backups and four weekly ones, three from before updates, and your last five. A backup has
        all customer data. Keep it safe, and on another disk.
      </Hint>
      <FailureLine text={failure} />
      {backups.length === 0 && (
        <Text>{isReadable ? 'No backups yet.' : 'We can’t list them until the folder works again.'}</Text>
      )}
      <ul className="rows">
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
          {ORIGIN_LABELS[origin]}
        </Badge>
      </Group>
      <Hint>
        {formatAge(made_at, now)}, {formatBytes(bytes)}, {name}
      </Hint>
    </div>
  )
}

/** Milliseconds between two requests while a backup is made or checked. */
const POLL_INTERVAL_MS = 1000

/** The backups, and the one that is being made or checked. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(adminBackups.listBackups, {}, signal),
  refetchInterval: ({ state }) => (state.data?.task?.state === 'running' ? POLL_INTERVAL_MS : 60_000),
})

/** How a backup is restored: only by command, since the shop has to be stopped for it. */
export function RestoreSection({ backups: { folder, engine, backups } }: { backups: Backups }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const name = backups.find((backup) => backup.name === chosen)?.name ?? backups[0]?.name
  const command = restoreCommand(folder, name ?? 'NAME.tar')
  return (
    <Section title="Restore a backup">
      <Text mb="sm">
        You restore with a command on the machine that runs the shop. It doesn’t replace anything: it fills an empty
        database and compares every row.
      </Text>
      {name === undefined ? (
        <Text mb="sm">NAME.tar stands for the backup file, which can be one you downloaded.</Text>
      ) : (
        <Select
          label="Backup"
          data={backups.map((backup) => ({
            value: backup.name,
            label: `${formatTime(backup.made_at)} · ${backup.name}`,
          }))}
          value={name}
          allowDeselect={false}
          onChange={setChosen}
          mb="md"
        />
      )}
      <List type="ordered" spacing="sm">
        <List.Item>Stop the shop.</List.Item>
        <List.Item>{EMPTY_DATABASE[engine]}</List.Item>
        <List.Item>
          In the shop’s folder, run:
          <Code block my="xs" className="anywhere" style={{ whiteSpace: 'pre-wrap' }}>
            {command}
          </Code>
          <CopyButton value={command}>
            {({ copied, copy }) => <QuietButton onClick={copy}>{copied ? 'Copied' : 'Copy the command'}</QuietButton>}
          </CopyButton>
        </List.Item>
        <List.Item>
          Start the shop with <Code>npm start</Code>.
        </List.Item>
      </List>
    </Section>
  )
}

const EMPTY_DATABASE: Readonly<Record<Backups['engine'], string>> = {
  sqlite: 'In the file .env, set DATA_DIR to a new folder. The current shop stays in the old one.',
  postgres:
    'Make an empty database, for example with "createdb shop_restored", and set DATABASE_URL in the file .env to it. The current shop stays in the old one.',
}

/** The command that restores a backup, with the path quoted where a shell would split it. */
export function restoreCommand(folder: string, name: string): string {
  const path = `${folder.replace(/\/$/, '')}/${name}`
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return `npm run shop -- backup restore ${quoted}`
}

import { Code, CopyButton, List, Select, Text } from '@mantine/core'
import type { Backups } from '@shop/contract/admin/backups'
import { useState } from 'react'
import { QuietButton, Section } from '../ui/page.tsx'
import { formatTime } from '../ui/time.ts'

/** How a backup is restored: only by command, since the shop has to be stopped for it. */
export function RestoreSection({ backups: { folder, engine, backups } }: { backups: Backups }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const name = backups.find((backup) => backup.name === chosen)?.name ?? backups[0]?.name
  const command = restoreCommand(folder, name ?? 'NAME.tar')
  return (
    <Section title="Restore a backup">
      <Text mb="sm">
        That is done by command on the machine that runs the shop, and replaces nothing: the backup fills an empty
        database, and every row is compared.
      </Text>
      {name === undefined ? (
        <Text mb="sm">NAME.tar stands for the file of a backup, which may also be one that was downloaded.</Text>
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
          In the folder of the shop, run:
          <Code block my="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
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
  sqlite: 'In the file .env, set DATA_DIR to a new folder. The shop as it is now stays in the old one.',
  postgres:
    'Make an empty database, for example with "createdb shop_restored", and set DATABASE_URL in the file .env to it. The shop as it is now stays in the old one.',
}

/** The command that restores a backup, with the path quoted where a shell would split it. */
export function restoreCommand(folder: string, name: string): string {
  const path = `${folder.replace(/\/$/, '')}/${name}`
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  return `npm run shop -- backup restore ${quoted}`
}

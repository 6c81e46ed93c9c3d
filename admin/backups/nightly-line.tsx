import { Badge, Group, Text } from '@mantine/core'
import { type Backups, MAX_BACKUP_AGE } from '@shop/contract/admin/backups'
import { formatAge } from '../ui/format-amount.ts'
import { formatTime } from '../ui/format-time.ts'
import { useNow } from '../ui/use-now.ts'

/** Whether the nightly backup was made, and how old it is; `isStored` is false while its folder cannot be used. */
export function NightlyLine({
  nightly: { succeeded_at, failure },
  isStored,
}: Pick<Backups, 'nightly'> & { isStored: boolean }) {
  const now = useNow()
  const isFresh = isStored && succeeded_at !== null && now - Date.parse(succeeded_at) <= MAX_BACKUP_AGE
  const age = succeeded_at === null ? 'none so far' : formatAge(succeeded_at, now)
  return (
    <div>
      <Group gap="xs">
        <Text>Last nightly backup</Text>
        <Badge color={failure !== null ? 'brick' : isFresh ? 'moss' : 'amber'}>{age}</Badge>
        {succeeded_at !== null && (
          <Text c="dimmed" fz="sm">
            {formatTime(succeeded_at)}
          </Text>
        )}
      </Group>
      {failure !== null && isStored && (
        <Text c="brick" style={{ overflowWrap: 'anywhere' }}>
          The last try failed: {failure} It is tried again every hour.
        </Text>
      )}
    </div>
  )
}

import { Alert, Button, Group, Text } from '@mantine/core'
import { Users } from 'lucide-react'
import type { Difference } from './checkout-values.ts'
import classes from './settings.module.css'

/** Somebody else has changed the same thing: both versions, and the question which one stays. */
export function ConflictSection({
  differences,
  onKeepMine,
  onTakeTheirs,
}: {
  differences: readonly Difference[]
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  return (
    <Alert
      role="alert"
      color="amber"
      variant="light"
      icon={<Users aria-hidden />}
      title="Somebody else has changed this"
    >
      <Text>Nothing of yours is saved yet. Yours can replace theirs, or be given up.</Text>
      <ul className={classes.differences}>
        {differences.map(({ label, theirs, mine }) => (
          <li key={label}>
            <b>{label}</b>
            <span>In the shop now: {theirs}</span>
            <span>Yours: {mine}</span>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button variant="default" onClick={onTakeTheirs}>
          Give mine up
        </Button>
        <Button onClick={onKeepMine}>Go on with mine</Button>
      </Group>
    </Alert>
  )
}

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { SAME_ORDER } from '../ui/list/sortable-list.tsx'
import { QuietButton, SaveBar } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'

type Order = { seen: string; names: readonly string[] }

/** A list in the order in which it was put and is not saved yet; `seen` stands for the list of the shop. */
export function useListOrder<Row>(rows: readonly Row[], nameOf: (row: Row) => string, seen: string) {
  const [kept, setOrder] = useState<Order | null>(null)
  const [isSaved, setSaved] = useState(false)
  // Another order is shown until the shop has it.
  const order = isSaved && kept?.seen !== seen ? null : kept
  if (order === null && kept !== null) {
    setOrder(null)
    setSaved(false)
  }
  const ordered = order?.names.flatMap((name) => rows.find((row) => nameOf(row) === name) ?? []) ?? rows
  return {
    rows: ordered,
    /** The moves to save; `null` without any. */
    unsaved: isSaved ? null : order,
    move: (from: number, to: number) => {
      const names = ordered.map(nameOf)
      const [moved] = names.splice(from, 1)
      if (moved === undefined || isSaved) return
      names.splice(to, 0, moved)
      setOrder({ seen: order?.seen ?? seen, names })
    },
    /** Whether the rows stand as in the shop, so nothing is to be saved. */
    isSame: ordered.length === rows.length && ordered.every((row, place) => row === rows[place]),
    /** Once the shop has taken it; without an audit entry it had that order already. */
    markSaved: ({ audit_id }: { audit_id: number | null }) => (audit_id === null ? setOrder(null) : setSaved(true)),
    discard: () => setOrder(null),
  }
}

type OrderBarProps = {
  hint: string
  isSame: boolean
  isPending: boolean
  failure: string | null
  onDiscard: () => void
  onSave: () => void
}

/** Saves or discards another order. */
export function OrderBar({ hint, isSame, isPending, failure, onDiscard, onSave }: OrderBarProps) {
  return (
    <SaveBar>
      <LeaveGuard isActive={!isPending} />
      <FailureLine text={failure} />
      <Group justify="end" gap="sm">
        <Text mr="auto">{isSame ? SAME_ORDER : hint}</Text>
        <QuietButton onClick={onDiscard}>Discard</QuietButton>
        <Button loading={isPending} disabled={isSame} onClick={onSave}>
          Save the order
        </Button>
      </Group>
    </SaveBar>
  )
}

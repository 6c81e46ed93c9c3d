import { Group, Text } from '@mantine/core'
import { adminPlannedChanges, type PlannedChange } from '@shop/contract/catalog/planned-changes'
import type { ReactNode } from 'react'
import { useChange } from '../../app/changes/use-change.ts'
import { Hint, QuietButton } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { formatLocalTime, useNow } from '../../ui/time.ts'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { describePlanned } from './planned.queries.ts'

/** When it is made and what it sets, and why it was not or will not be made; with a button that cancels it. */
export function PlannedRow({ planned, children }: { planned: PlannedChange; children: ReactNode }) {
  const { planned_id, at, local, changes, problem, version } = planned
  const now = useNow()
  const { change, isPending, failure } = useChange(adminPlannedChanges.cancelPlannedChange, {
    done: 'Scheduled change cancelled',
    refreshes: [PRODUCTS_KEY, ['today']],
    showsError: true,
  })
  return (
    <div>
      <Text fw={600}>{formatLocalTime(local)}</Text>
      <Text className="anywhere">{describePlanned(changes)}</Text>
      {problem !== null && (
        <Text c="brick">{`${Date.parse(at) > now ? 'It will not be' : 'It was not'} made. ${problem}`}</Text>
      )}
      <FailureLine text={failure} />
      <Group gap="sm" mt="xs">
        {children}
        <QuietButton
          loading={isPending}
          aria-label={`Cancel it: ${formatLocalTime(local)}`}
          onClick={() => change({ params: { planned_id }, body: { version } })}
        >
          Cancel it
        </QuietButton>
      </Group>
    </div>
  )
}

/** In which time zone the times are. */
export function ZoneHint({ zone }: { zone: string }) {
  return <Hint>Times are in {zone.replaceAll('_', ' ')}, the shop’s time zone.</Hint>
}

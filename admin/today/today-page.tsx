import { Anchor, Button, Text } from '@mantine/core'
import { adminToday } from '@shop/contract/today/admin'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { queryClient } from '../app/query-client.ts'
import { sessionQuery } from '../app/session.ts'
import { missingQuery, settingsQuery } from '../settings/settings.queries.ts'
import { Hint, Page } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { useNow } from '../ui/time.ts'
import { describeMissing, type ListedTask, tasksOf } from './tasks.ts'
import classes from './today-page.module.css'

export { TodayPage as Component }

export const loader = () => void queryClient.prefetchQuery(todayQuery)

/** Tasks, the most urgent first, each with one button. */
function TodayPage() {
  const now = useNow()
  const { data: admin } = useQuery(sessionQuery)
  return (
    <Page title="Today">
      <Loaded query={useQuery(todayQuery)} label="Loading tasks">
        {(today) => <TaskList tasks={tasksOf(today, now)} />}
      </Loaded>
      {admin?.role === 'owner' && <PausedLine />}
    </Page>
  )
}

/** For owners, while no one can order online: nothing to hurry about, since it may be meant. */
function PausedLine() {
  const { data: settings } = useQuery(settingsQuery)
  const isPaused = settings?.orders === 'paused'
  const { data: missing } = useQuery({ ...missingQuery(false), enabled: isPaused })
  if (!isPaused || missing === undefined) return null
  return (
    <Hint mt="md">
      Online orders are paused. {describeMissing(missing.length)}{' '}
      <Anchor component={Link} underline="always" to="/settings#orders" inherit>
        Go to Settings
      </Anchor>
    </Hint>
  )
}

function TaskList({ tasks }: { tasks: readonly ListedTask[] }) {
  if (tasks.length === 0) return <EmptyState text="All caught up." />
  return (
    <ul className={classes.list}>
      {tasks.map((task) => (
        <TaskCard key={task.title} task={task} />
      ))}
    </ul>
  )
}

function TaskCard({ task: { title, detail, technical, color, action } }: { task: ListedTask }) {
  return (
    <li className={classes.task} data-color={color}>
      <div>
        <Text fw={600}>{title}</Text>
        <Hint>{detail}</Hint>
        {technical !== null && (
          <Text fz="xs" c="dimmed">
            For your technical contact: {technical}
          </Text>
        )}
      </div>
      {action !== null && (
        <Button component={Link} to={action.to} aria-label={`${action.label}: ${title}`}>
          {action.label}
        </Button>
      )}
    </li>
  )
}

/** Counts of the shop's open tasks; refetched every minute. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => call(adminToday.getToday, {}, signal),
  refetchInterval: 60_000,
})

import { Alert, Progress, Text } from '@mantine/core'
import type { Backups, BackupTask } from '@shop/contract/backups/admin'
import { formatCount } from '@shop/contract/text/plural'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { formatTime } from '../ui/time.ts'

const STEP_LABELS: Readonly<Record<BackupTask['step'], string>> = {
  starting: 'Beginning',
  writing: 'Writing rows',
  filling: 'Restoring rows into a temporary database',
  comparing: 'Comparing every row',
}

/** How far a backup is that is being made or checked, or how the last one ended. */
export function TaskCard({ task }: { task: BackupTask }) {
  return <div role="status">{task.state === 'running' ? <Running task={task} /> : <Ended task={task} />}</div>
}

function Running({ task: { kind, name, step, done, total } }: { task: BackupTask }) {
  const percent = total === 0 ? 0 : Math.floor((100 * done) / total)
  const title = kind === 'create' ? 'Making the backup' : `${name} is being checked`
  return (
    <Alert color="ink" variant="light" icon={<LoaderCircle aria-hidden />} title={title}>
      <Text mb="xs">
        {STEP_LABELS[step]}
        {total > 0 && `: ${done.toLocaleString('en-US')} of ${formatCount(total, 'row')}`}. You can leave this page.
      </Text>
      <Progress value={percent} aria-label={STEP_LABELS[step]} color="moss" size="lg" />
    </Alert>
  )
}

function Ended({ task }: { task: BackupTask }) {
  const isGood = task.state === 'done'
  return (
    <Alert
      color={isGood ? 'moss' : 'brick'}
      variant="light"
      icon={isGood ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      title={titleOf(task)}
    >
      <Text className="anywhere">{detailOf(task)}</Text>
    </Alert>
  )
}

function titleOf({ kind, state, name }: BackupTask): string {
  if (state === 'done') return kind === 'create' ? 'Backup made' : `${name} is good`
  if (state === 'failed') return kind === 'create' ? 'The backup failed' : `${name} can’t be restored`
  return kind === 'create' ? 'The backup was interrupted' : 'The check was interrupted'
}

function detailOf({ kind, state, contents, failure, finished_at }: BackupTask): string {
  if (state === 'interrupted') return 'The shop stopped before this finished. Nothing is damaged. Please start again.'
  const time = finished_at === null ? '' : formatTime(finished_at)
  if (contents === null) return `${failure ?? ''} That was on ${time}.`
  const { rows, tables, files } = contents
  const what = `${formatCount(rows, 'row')} in ${formatCount(tables, 'table')} and ${formatCount(files, 'file')}`
  if (kind === 'create') return `It has ${what}, ${time}. Check it to make sure it can be restored.`
  return `${what} matched, ${time}. We used a temporary database, so the shop wasn’t touched.`
}

/** The last task, unless it is over and its file is gone, or the folder cannot be used, which the page says by itself. */
export function taskToShow({
  task,
  problem,
  backups,
}: Pick<Backups, 'task' | 'problem' | 'backups'>): BackupTask | null {
  if (task === null || task.state === 'running') return task
  const isOutdated = task.state === 'done' && backups.every(({ name }) => name !== task.name)
  return problem !== null || isOutdated ? null : task
}

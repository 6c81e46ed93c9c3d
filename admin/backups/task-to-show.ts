import type { Backups, BackupTask } from '@shop/contract/admin/backups'

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

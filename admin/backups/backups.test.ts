import type { BackupTask } from '@shop/contract/backups/admin'
import { expect, test } from 'vitest'
import { restoreCommand } from './backup-list.tsx'
import { taskToShow } from './task-card.tsx'

test.each([
  ['/mnt/backups', 'npm run shop -- backup restore /mnt/backups/shop-2026-11-22.tar'],
  ['/mnt/backups/', 'npm run shop -- backup restore /mnt/backups/shop-2026-11-22.tar'],
  ['/mnt/our shop', "npm run shop -- backup restore '/mnt/our shop/shop-2026-11-22.tar'"],
  ["/mnt/ada's", "npm run shop -- backup restore '/mnt/ada'\\''s/shop-2026-11-22.tar'"],
])('the command for a backup in %s can be pasted into a shell', (folder, command) => {
  expect(restoreCommand(folder, 'shop-2026-11-22.tar')).toBe(command)
})

const BACKUP = { name: 'a.tar', origin: 'by_hand', bytes: 1, made_at: '' } as const

test.each<[BackupTask['state'], string | null, boolean, boolean]>([
  ['running', 'The folder is missing.', false, true],
  ['done', null, true, true],
  ['done', null, false, false],
  ['done', 'The folder is missing.', false, false],
  ['failed', null, false, true],
  ['failed', 'The folder is missing.', false, false],
])('a task that is %s, with the problem %s and its file there %s, is shown: %s', (state, problem, hasFile, isShown) => {
  const times = { started_at: '', finished_at: null }
  const work = { step: 'writing', done: 0, total: 0, contents: null, failure: null } as const
  const task = { kind: 'check', name: 'a.tar', state, ...times, ...work } as const
  expect(taskToShow({ task, problem, backups: hasFile ? [BACKUP] : [] })).toBe(isShown ? task : null)
})

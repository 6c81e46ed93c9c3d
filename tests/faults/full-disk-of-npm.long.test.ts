import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../harness/command.ts'
import { mountSmallDisk } from '../harness/small-disk.ts'

test('commands run while the disk with the home folder is full, where npm would write a log (skipped without the right to mount)', async (context) => {
  const disk = await mountSmallDisk()
  if (disk === null) return context.skip()
  onTestFinished(disk.unmount)
  await disk.fill()
  const env = { PATH: process.env.PATH, HOME: disk.folder }
  const { stdout } = await promisify(execFile)('npm', ['run', 'shop', '--', '--help'], { cwd: ROOT, env })
  expect(stdout).toContain('doctor')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runRestarting } from './restarting-program.ts'

/** A program that reports its version, and stays open. */
const version = (name: string) => `process.send('${name}'); process.on('message', () => {})`

/** Runs a program in a folder of its own; `started` are the versions that ran. */
function run(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-restarts-'))
  const save = (text: string, file = 'program.mjs') => writeFileSync(join(folder, file), text)
  mkdirSync(join(folder, 'notes'))
  save(code)
  const started: unknown[] = []
  const crashed = vi.fn()
  const end = runRestarting({
    program: join(folder, 'program.mjs'),
    args: [],
    options: { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    folders: [folder],
    isSource: (file) => file.endsWith('.mjs'),
    onMessage: (message) => void started.push(message),
    onCrash: crashed,
  })
  onTestFinished(async () => {
    await end('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  return { save, started, crashed, end }
}

test('a saved file starts the program anew, another file does not', async () => {
  const { save, started, crashed } = run(version('first'))
  await expect.poll(() => started).toEqual(['first'])
  save('a note', 'notes/readme.txt')
  save(version('second'))
  await expect.poll(() => started).toEqual(['first', 'second'])
  expect(crashed).not.toHaveBeenCalled()
})

test('saving again while the program restarts ends with the newest code', async () => {
  const { save, started } = run(version('first'))
  await expect.poll(() => started).toEqual(['first'])
  save(version('second'))
  save(version('third'))
  await expect.poll(() => started.at(-1)).toBe('third')
  save(version('fourth'))
  await expect.poll(() => started.at(-1)).toBe('fourth')
  expect(started).not.toContain('second')
})

test('a program with an error is started again by the next save', async () => {
  const { save, started, crashed } = run(version('first'))
  await expect.poll(() => started).toEqual(['first'])
  save('this is no program')
  await expect.poll(() => crashed.mock.calls.length).toBe(1)
  save(version('mended'))
  await expect.poll(() => started).toEqual(['first', 'mended'])
})

test('a program in an endless loop is killed, and the newest code runs', async () => {
  const { save, started } = run(`process.on('SIGTERM', () => {}); ${version('endless')}; for (;;);`)
  await expect.poll(() => started).toEqual(['endless'])
  save(version('mended'))
  await expect.poll(() => started).toEqual(['endless', 'mended'])
})

test('ending it ends the program and returns its exit code', async () => {
  const { started, end } = run(`process.on('SIGTERM', () => process.exit(3)); ${version('first')}`)
  await expect.poll(() => started).toEqual(['first'])
  expect(await end('SIGTERM')).toBe(3)
})

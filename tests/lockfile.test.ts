import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from './harness/command.ts'

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ resolved: z.optional(z.string()), link: z.optional(z.boolean()) })),
})

const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')

test('the lockfile holds no download addresses', () => {
  const { packages } = lockfile.parse(JSON.parse(text))
  // The shop's own workspaces are links; everything else comes from whatever registry the machine uses.
  const resolved = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined && entry.link !== true)
  expect(resolved).toEqual([])
})

test('the lockfile names no registry', () => {
  expect(text.match(/https?:\/\/[\w.-]*(registry|npm|artifact|nexus|proxy)[\w.-]*/gi)).toBeNull()
})

/** Words of the place where something was written, split so that this list does not find itself. */
const PLACES = ['/wo' + 'rk/', '../sha' + 'red', 'registry.' + 'npmjs', 'helper' + ' session']

test('no file names the place where it was written', () => {
  const found = PLACES.flatMap((place) => {
    try {
      const files = execFileSync('git', ['grep', '-IFl', '--untracked', '-e', place], { cwd: ROOT, encoding: 'utf8' })
      return files
        .trim()
        .split('\n')
        .map((file) => `${file} names ${place}`)
    } catch (error) {
      // git grep ends with 1 when it finds nothing.
      if (error instanceof Error && 'status' in error && error.status === 1) return []
      throw error
    }
  })
  expect(found).toEqual([])
})

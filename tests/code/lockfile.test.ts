import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ROOT } from '../harness/command.ts'

const entry = z.object({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  link: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})
const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const text = read('package-lock.json')
const { packages } = z.object({ packages: z.record(z.string(), entry) }).parse(JSON.parse(text))
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

test('the lockfile holds no download addresses, and names no registry', () => {
  expect(text.match(/https?:\/\/[\w.-]*(registry|npm|artifact|nexus|proxy)[\w.-]*/gi)).toBeNull()
  // The shop's own workspaces are links; everything else comes from the machine's registry.
  const resolved = Object.entries(packages).filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
  expect(resolved).toEqual([])
})

test('the lockfile holds every platform of every package, since npm ci fails otherwise', () => {
  const names = new Set(Object.keys(packages).map(nameOf))
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter((name) => !names.has(name)),
  )
  expect(missing).toEqual([])
})

test('every package that runs a script at installation is named in allowScripts', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true)
  const names = new Set(scripted.map(([path]) => nameOf(path)))
  const { allowScripts } = manifest.parse(JSON.parse(read('package.json')))
  expect([...names].sort()).toEqual(Object.keys(allowScripts).sort())
})

test('.node-version names the Node that the project brings', () => {
  expect(read('.node-version').trim()).toBe(packages['node_modules/node']?.version)
})

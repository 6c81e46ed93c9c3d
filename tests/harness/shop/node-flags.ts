import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { ROOT } from '../command.ts'

const manifest = z.object({ scripts: z.object({ start: z.string(), shop: z.string() }) })
const { start, shop } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts

/** The flags of V8 that `npm start` starts the shop with. */
export const NODE_FLAGS: readonly string[] = flagsIn(start)
/** Flags that `npm run shop` runs a command with. */
export const COMMAND_FLAGS: readonly string[] = flagsIn(shop)
/** The settings of glibc's `malloc` that it starts the shop with, by name. With a fixed threshold freed buffers return to the system. */
export const MALLOC: Readonly<Record<string, string>> = Object.fromEntries(
  [...start.matchAll(/(MALLOC_\w+)=(\d+)/g)].map(([, name, value]) => [name, value]),
)

function flagsIn(script: string): string[] {
  return script.match(/--(?:max|heap|initial)-\S+/g) ?? []
}

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Largest half of V8's young generation, in megabytes. An order waits for the payment gateway for about half a second. What
 * it needs until then must outlive few collections of the young generation, or it ends in the old one, whose collection
 * takes both of two cores for half a second and delays other orders (`npm run bench -- placing`).
 */
const SEMI_SPACE_MB = 16
/**
 * How much V8's old generation may grow beyond what was in use after the last collection, in percent. By default it
 * doubles and more: what rendering a page leaves then stays for minutes. At 30, orders caused a collection every six
 * seconds, at 60 every twelve to twenty.
 */
const HEAP_GROWTH = 60
/**
 * Megabytes of the old generation before its first collection. What the start loads stays; from V8's own few megabytes
 * on, each growth would collect it again (`--trace-gc` shows it).
 */
const FIRST_OLD_SPACE_MB = 96
/** V8's flags for these. */
export const MEMORY_FLAGS: readonly string[] = [
  `--max-semi-space-size=${SEMI_SPACE_MB}`,
  `--heap-growing-percent=${HEAP_GROWTH}`,
  `--initial-old-space-size=${FIRST_OLD_SPACE_MB}`,
]
/** `MALLOC_ARENA_MAX`: glibc's default is eight arenas per core, each of which retains freed memory. */
export const MALLOC_ARENAS = '2'

/**
 * Replaces this process by itself with limits on freed memory that it retains. The figures are in `docs/operations/large-shops.md`;
 * `npm run test:soak` measures them. They can only be given at the start of a process. Does nothing where
 * the limits are given already, where a process cannot be replaced (Windows), or in a child process, whose channel to
 * its parent would be lost: it inherits the limits from its parent.
 */
export function restartWithMemoryLimits(): void {
  const isChild = process.send !== undefined
  if (isChild || process.env.MALLOC_ARENA_MAX !== undefined || process.execve === undefined) return
  const args = [...MEMORY_FLAGS, ...process.execArgv, ...process.argv.slice(1)]
  try {
    process.execve(process.execPath, [process.execPath, ...args], {
      // From its first module on, which saves loading the compiler that removes the types.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      MALLOC_ARENA_MAX: MALLOC_ARENAS,
    })
  } catch {
    // A sandbox that forbids it: the shop then runs with the defaults.
  }
}

/** Within the project, since another user of the machine may write into the system's folder for temporary files. */
const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/backend')

/**
 * Stores compiled modules for the next start. Affects modules that are loaded later; without effect where the folder
 * cannot be written. It takes a start from 8.0 s to 4.4 s (medians of four starts in turns on two busy cores, 2026-11-25; by
 * hand, NODE_DISABLE_COMPILE_CACHE=1 turns it off).
 */
export function cacheCompiledModules(): void {
  enableCompileCache(COMPILE_CACHE)
}

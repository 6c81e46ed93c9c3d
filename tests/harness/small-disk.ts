import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BYTES = 300 * 1024 ** 2

/** A disk of its own that a test can fill. */
export type SmallDisk = {
  folder: string
  /** Leaves no room. */
  fill: () => Promise<void>
  /** Makes room again. */
  free: () => Promise<void>
  unmount: () => Promise<void>
}

/** `null` without the rights of root, which mounting needs. */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: async () => {
      const { bavail, bsize } = await statfs(folder)
      // The shop may have taken some of the room by then.
      await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      })
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}

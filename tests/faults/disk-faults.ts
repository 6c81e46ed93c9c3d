import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../harness/command.ts'
import { OWNERS_SHOP, startShop } from '../harness/shop-server.ts'
import { shopTemplate } from '../harness/shop-template.ts'
import type { FaultResult } from './fault-result.ts'
import { runFaults } from './shop-under-load.ts'

const LASTS_MS = 8000
const DISK_BYTES = 200 * 1024 ** 2

/** A disk that is full, and one that may only be read. Both need a file system of their own, which only root may mount. */
export async function runDiskFaults(): Promise<FaultResult[]> {
  const disk = await mkdtemp(join(tmpdir(), 'shop-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    await rm(disk, { recursive: true })
    return [{ fault: 'disk full, disk read-only', seen: 'not tried: this needs root, to mount a disk', passed: true }]
  }
  try {
    await cp(await shopTemplate(), disk, { recursive: true })
    return [...(await fillUnderLoad(disk)), await backUpOnFullDisk(disk), startReadOnly(disk)]
  } finally {
    execFileSync('umount', ['--lazy', disk])
    await rm(disk, { recursive: true })
  }
}

async function fillUnderLoad(disk: string): Promise<FaultResult[]> {
  const shop = await startShop({ TRUST_PROXY: '127.0.0.1' }, { dataDir: disk })
  const ballast = join(disk, 'ballast')
  try {
    const location = { databaseUrl: null, dataDir: disk }
    return await runFaults(shop.address, location, [
      {
        name: 'disk full',
        lastsMs: LASTS_MS,
        begin: () => fill(disk, ballast),
        end: () => rm(ballast),
      },
    ])
  } finally {
    await shop.kill()
    await rm(ballast, { force: true })
  }
}

async function backUpOnFullDisk(disk: string): Promise<FaultResult> {
  const file = join(disk, 'shop.tar')
  const ballast = join(disk, 'ballast')
  await fill(disk, ballast)
  const failed = backUp(file, disk)
  await rm(ballast)
  const retried = backUp(file, disk)
  return {
    fault: 'disk full during a backup',
    seen: `"${failed.message}", and with room again exit code ${retried.status}`,
    passed: failed.status === 1 && failed.message.includes('There is no room left') && retried.status === 0,
  }
}

function startReadOnly(dataDir: string): FaultResult {
  execFileSync('mount', ['-o', 'remount,ro', dataDir])
  const { status, message } = runProgram(OWNERS_SHOP, [], dataDir)
  return {
    fault: 'disk read-only at the start',
    seen: message,
    passed: status === 1 && message.includes('is on a disk that may only be read'),
  }
}

/** Fills a disk up. */
async function fill(disk: string, ballast: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk)
  // The shop may have taken some of the room meanwhile.
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  })
}

function backUp(file: string, dataDir: string): Outcome {
  return runProgram('backend/commands/shop.ts', ['backup', 'create', file], dataDir)
}

type Outcome = { status: number | null; message: string }

function runProgram(program: string, args: readonly string[], dataDir: string): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ENV_FILE: '', PORT: '0', DATA_DIR: dataDir },
    timeout: 60_000,
  })
  return { status, message: lastLine(`${stdout}${stderr}`) }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

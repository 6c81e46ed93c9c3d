import { readFile } from 'node:fs/promises'
import { runCommand } from './command.ts'

/** Installs a package where Debian's own may be installed; elsewhere nothing happens. */
export async function installFromDebian(name: string): Promise<void> {
  if (!(await isDebianRoot())) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { minutes: 2, env })
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { minutes: 4, env })
}

/** Ubuntu is not Debian here: its `chromium`, for one, is a pointer to another store. */
async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID=debian$/m.test(release)
}

import { readFile } from 'node:fs/promises'
import { runCommand } from './command.ts'

/** Installs a package on Debian as root; elsewhere it does nothing. */
export async function installFromDebian(name: string): Promise<void> {
  if (!(await isDebianRoot())) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runCommand('apt-get', ['update', '-q'], { minutes: 2, env })
  await runCommand('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { minutes: 4, env })
}

/** Not on Ubuntu, whose `chromium` package installs a snap. */
async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^ID=debian$/m.test(release)
}

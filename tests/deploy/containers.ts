import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../harness/command.ts'
import { findProgram } from '../harness/servers/haproxy.ts'

const run = promisify(execFile)

/** Debian's packages that make a base image, build on it and run the result, all without a daemon. */
export const CONTAINER_TOOLS = ['mmdebstrap', 'buildah', 'podman', 'runc']

/** Whether images can be built here: the tools are installed, and may mount. */
export function canRunContainers(): boolean {
  return process.getuid?.() === 0 && CONTAINER_TOOLS.every((name) => findProgram([name], ['--version']) !== null)
}

/** Images and containers in a folder of their own. */
export type Containers = {
  /** Runs Podman and returns what it printed. */
  podman: (...words: string[]) => Promise<string>
  /** Builds the image of `deploy/Dockerfile`. */
  build: (name: string) => Promise<void>
  remove: () => Promise<void>
}

const BASE = 'localhost/base'
const NODE = 'localhost/node'
/** Each raises limits otherwise, which not every machine allows. */
const LIMITS = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024']

export async function openContainers(): Promise<Containers> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-containers-'))
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'overlay']
  const call = async (program: string, words: readonly string[]) => {
    const { stdout } = await run(program, [...storage, ...words], { cwd: ROOT, maxBuffer: 2 ** 26 })
    return stdout.trim()
  }
  const podman = (...words: string[]) =>
    call('podman', ['--cgroup-manager', 'cgroupfs', '--events-backend', 'none', '--runtime', 'runc', ...words])
  return {
    podman,
    build: async (name) => {
      const place = ['--isolation', 'chroot', '--network', 'host', ...LIMITS]
      await podman('import', await makeBase(folder), BASE)
      await call('buildah', ['build', ...place, '--tag', NODE, await collectNode(folder)])
      // Images in the OCI's own format have no health check.
      const bases = ['--build-arg', `BASE=${BASE}`, '--build-arg', `NODE=${NODE}`]
      const wanted = ['--format', 'docker', ...bases, '--file', 'deploy/Dockerfile', '--tag', name]
      await call('buildah', ['build', ...place, ...wanted, '.'])
    },
    remove: async () => {
      await podman('rm', '--all', '--force', '--time', '1')
      // Buildah leaves the folder of the layers mounted on itself; without a build there is nothing to unmount.
      await run('umount', ['--lazy', join(folder, 'storage/overlay')]).catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Folders that the slim images of Debian leave out of its packages. */
const NOT_SLIM = ['/usr/share/doc', '/usr/share/info', '/usr/share/lintian', '/usr/share/locale', '/usr/share/man']

/**
 * An archive with what the image builds on: a small Debian of the release that the Dockerfile names, since registries of images
 * are not reachable from everywhere.
 */
async function makeBase(folder: string): Promise<string> {
  const file = join(folder, 'base.tar')
  const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  const release = /^ARG BASE=.*:(\w+)-slim$/m.exec(dockerfile)?.[1] ?? ''
  const slim = NOT_SLIM.map((path) => `--dpkgopt=path-exclude=${path}/*`)
  const clean = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/*'
  await run('mmdebstrap', ['--mode=root', '--variant=minbase', ...slim, clean, release, file], { maxBuffer: 2 ** 26 })
  return file
}

/** A folder from which the same is built with this machine's npm and certificates and the project's Node. */
async function collectNode(folder: string): Promise<string> {
  const added = join(folder, 'added')
  const { stdout: npm } = await run('sh', ['-c', 'dirname "$(dirname "$(readlink -f "$(command -v npm)")")"'])
  const steps = [
    `mkdir -p ${added}/usr/local/lib/node_modules ${added}/usr/local/bin ${added}${dirname(CERTIFICATES)}`,
    `cp -rL "${npm.trim()}" ${added}/usr/local/lib/node_modules/npm`,
    `install "${process.execPath}" ${added}/usr/local/bin/node`,
    `ln -s ../lib/node_modules/npm/bin/npm-cli.js ${added}/usr/local/bin/npm`,
    `cp -L ${CERTIFICATES} ${added}${CERTIFICATES}`,
  ]
  await run('sh', ['-c', steps.join(' && ')])
  const dockerfile = [`FROM ${BASE}`, `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, 'COPY usr /usr', 'COPY etc /etc', '']
  await writeFile(join(added, 'Dockerfile'), dockerfile.join('\n'))
  return added
}

/** Restrictions of the shop in `compose.yaml`, as Podman's options. */
export async function composeRestrictions(): Promise<string[]> {
  const compose = await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8')
  const restrictions = new Map([
    ['read_only: true', '--read-only'],
    ['tmpfs: [/tmp]', '--tmpfs=/tmp'],
    ['cap_drop: [ALL]', '--cap-drop=all'],
    ['security_opt: ["no-new-privileges:true"]', '--security-opt=no-new-privileges'],
  ])
  for (const line of restrictions.keys()) {
    if (!compose.includes(`    ${line}\n`)) throw new Error(`compose.yaml does not say ${line}`)
  }
  return [...restrictions.values(), ...LIMITS]
}

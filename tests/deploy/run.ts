import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { runCommand } from '../harness/command.ts'
import { installFromDebian } from '../harness/debian.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { findProgram, HAPROXY } from '../harness/servers/haproxy.ts'
import { NGINX } from '../harness/servers/nginx.ts'
import { CONTAINER_TOOLS } from './containers.ts'

/** `npm run test:deploy` checks each file of `deploy/` with its own tool, which is installed where Debian allows it. */
const TOOLS = [
  { names: NGINX, args: ['-v'], debianPackage: 'nginx-light' },
  { names: ['iptables'], args: ['--version'], debianPackage: 'iptables' },
  { names: HAPROXY, args: ['-v'], debianPackage: 'haproxy' },
  { names: ['systemd-analyze'], args: ['--version'], debianPackage: 'systemd' },
  { names: ['promtool'], args: ['--version'], debianPackage: 'prometheus' },
  { names: ['restic'], args: ['version'], debianPackage: 'restic' },
  { names: ['supervisord'], args: ['--version'], debianPackage: 'supervisor' },
  // runsv has no flag that only prints something.
  { names: ['sh'], args: ['-c', 'command -v runsv'], debianPackage: 'runit' },
  { names: ['etcd'], args: ['--version'], debianPackage: 'etcd-server' },
  { names: ['/usr/lib/postgresql/15/bin/postgres'], args: ['--version'], debianPackage: 'postgresql-15' },
  { names: ['patroni'], args: ['--version'], debianPackage: 'patroni' },
  { names: ['docker-compose'], args: ['--version'], debianPackage: 'docker-compose' },
  ...CONTAINER_TOOLS.map((name) => ({ names: [name], args: ['--version'], debianPackage: name })),
]

readFlags({
  command: 'npm run test:deploy',
  does: 'Checks each file of deploy/ with its own tool, which is installed where Debian allows it.',
})
for (const { names, args, debianPackage } of TOOLS) {
  if (findProgram(names, args) !== null) continue
  await installFromDebian(debianPackage)
  if (findProgram(names, args) === null)
    console.info(`${debianPackage} is not here and could not be installed: its tests are skipped.`)
}
ensureBuilt()
const { code } = await runCommand('vitest', ['run', '--project', 'deploy'], { minutes: 60 })
process.exitCode = code

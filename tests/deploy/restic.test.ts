import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../harness/command.ts'
import { findProgram } from '../harness/servers/haproxy.ts'
import { shopTemplate } from '../harness/shop/shop-template.ts'

const run = promisify(execFile)
const restic = findProgram(['restic'], ['version'])

test.skipIf(restic === null)(
  'the recipe for copies elsewhere makes one that no one reads without its password, and that a shop is restored from (skipped where restic is missing)',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shop-restic-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const page = await readFile(join(ROOT, 'docs/operations/backup.md'), 'utf8')
    const lines = /^export RESTIC.*(?:\nrestic .*)+/m.exec(page)?.[0].split('\n') ?? []
    expect(lines).toHaveLength(5)

    await cp(await shopTemplate(), join(folder, 'data'), { recursive: true })
    const shop = (dataDir: string, ...args: string[]) =>
      run(process.execPath, [join(ROOT, 'backend/commands/shop.ts'), ...args], {
        env: { ...process.env, ENV_FILE: '', DATABASE_URL: '', DATA_DIR: dataDir },
      })
    await mkdir(join(folder, 'backups'))
    await shop(join(folder, 'data'), 'backup', 'create', join(folder, 'backups/shop.tar'))
    await writeFile(join(folder, '.env'), 'SMTP_URL=smtp://a-secret-word@localhost\n')
    await writeFile(join(folder, 'data/admin-secret'), 'a-secret-word\n')
    await writeFile(join(folder, 'password'), 'seams hold for forty years\n')

    const script = lines
      .join('\n')
      .replace('sftp:backup@elsewhere.example:shop', join(folder, 'elsewhere'))
      .replace('/root/restic-password', join(folder, 'password'))
      .replace('/mnt/backups', 'backups')
      .replace('/tmp/restored', join(folder, 'restored'))
    await run('sh', ['-ec', script], { cwd: folder, env: { ...process.env, HOME: folder } })

    // Restic keeps the path of each file.
    const restored = join(folder, 'restored')
    const files = (await readdir(restored, { recursive: true })).filter((name) => name.endsWith('shop.tar'))
    expect(files).toHaveLength(1)
    const archive = join(restored, files[0] ?? '')
    await shop(join(folder, 'new'), 'backup', 'restore', archive)
    const { stdout } = await shop(join(folder, 'new'), 'settings', 'show', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ orders: 'paused' })
    expect(() => execFileSync('grep', ['-rqa', 'a-secret-word', join(folder, 'elsewhere')])).toThrow()
    await writeFile(join(folder, 'password'), 'another\n')
    const wrong = script.split('\n').filter((line) => /^export|restore/.test(line))
    await expect(run('sh', ['-ec', wrong.join('\n')], { cwd: folder })).rejects.toThrow('wrong password')
  },
)

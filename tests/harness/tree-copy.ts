import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './command.ts'

/** A copy of the project that a test may change: everything that git tracks or would add; photographs are links. */
export function copyTree(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-copy-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '' && !name.startsWith('catalog/photos/'))) {
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'catalog/photos'), join(folder, 'catalog/photos'))
  linkPackages(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/** The installed packages; links to the workspaces lead into the copy. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(installed)) {
    const target = join(folder, 'node_modules', name)
    if (name === '@shop') cpSync(join(installed, name), target, { recursive: true, verbatimSymlinks: true })
    else if (!['.cache', '.vite'].includes(name)) symlinkSync(join(installed, name), target)
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from './harness/tree-copy.ts'

test('npm version gives a release a version, a changelog and a tag', () => {
  const { folder, remove } = copyTree()
  onTestFinished(remove)
  const changelog = join(folder, 'CHANGELOG.md')
  const entry = '## Unreleased\n\n### Added\n- Shoppers: a line.\n'
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased\n', entry))
  const run = (tool: string, ...args: string[]) => execFileSync(tool, args, { cwd: folder, encoding: 'utf8' })
  run('git', 'init', '--quiet')
  run('git', 'config', 'user.name', 'Ada')
  run('git', 'config', 'user.email', 'ada@shop.example')
  run('git', 'add', '--all')
  run('git', 'commit', '--quiet', '--message', 'all of it')
  run('npm', 'version', 'minor')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(run('git', 'tag').trim()).toBe(`v${version}`)
  expect(readFileSync(changelog, 'utf8')).toMatch(
    new RegExp(`^## Unreleased\\n\\n## ${version} - \\d{4}-\\d\\d-\\d\\d\\n\\n### Added\\n- Shoppers: a line`, 'm'),
  )
  expect(run('git', 'status', '--porcelain', '--untracked-files=no')).toBe('')
})

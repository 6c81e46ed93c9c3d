import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { copyTree } from './harness/tree-copy.ts'

/** `npm run dev` on a copy of the project; resolves once the shop has printed its address. */
async function startDevelopment() {
  const { folder, remove } = copyTree()
  const child = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), ENV_FILE: '' },
    // Ended with its children.
    detached: true,
  })
  onTestFinished(async () => {
    const ended = once(child, 'close')
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
    remove()
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
    })
  }
  const addresses = () => [...printed.matchAll(/The shop is open at (\S+)/g)].map(([, address = '']) => address)
  await expect.poll(addresses, { message: 'the shop starts', timeout: 90_000 }).toHaveLength(1)
  return { folder, printed: () => stripVTControlCharacters(printed), addresses }
}

test('npm run dev shows the file, line and message of a broken page, and of a broken file of the backend', async () => {
  const { folder, printed, addresses } = await startDevelopment()
  const page = join(folder, 'storefront/pages/about-page.tsx')
  const about = async () => fetch(`${addresses().at(-1)}/about`)
  // Vite learns of a saved file from its watcher, some time after the write.
  const aboutAnswers = (status: number) => expect.poll(async () => (await about()).status).toBe(status)
  await aboutAnswers(200)

  const source = readFileSync(page, 'utf8')
  appendFileSync(page, 'const broken = ;\n')
  await aboutAnswers(500)
  expect(stripVTControlCharacters(await (await about()).text())).toMatch(
    /ErrorOverlay[\s\S]+about-page\.tsx[\s\S]+const broken = ;/,
  )
  expect(printed()).toMatch(/about-page\.tsx[\s\S]+const broken = ;/)
  writeFileSync(page, source)
  await aboutAnswers(200)

  const routes = join(folder, 'backend/quiz.ts')
  const app = join(folder, 'backend/app.ts')
  const backend = readFileSync(app, 'utf8')
  writeFileSync(routes, 'export const broken = ;\n')
  writeFileSync(app, `import './quiz.ts'\n${backend}`)
  await expect.poll(printed).toMatch(/quiz\.ts:1[\s\S]+SyntaxError[\s\S]+Waiting for file changes/)
  await expect(about()).rejects.toThrow()
  writeFileSync(app, backend)
  await expect.poll(addresses, { message: 'the shop starts again', timeout: 90_000 }).toHaveLength(2)
  expect((await about()).status).toBe(200)
})

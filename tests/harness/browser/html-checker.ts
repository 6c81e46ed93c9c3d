import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { ROOT } from '../command.ts'
import { installFromDebian } from '../debian.ts'

const JAR = join(ROOT, 'node_modules/vnu-jar/build/dist/vnu.jar')

/**
 * For runs of a second or two the JIT's optimization costs more than it saves; unoptimized code needs a larger stack.
 */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m']

const report = z.object({
  messages: z.array(
    z.object({
      url: z.optional(z.string()),
      type: z.string(),
      subType: z.optional(z.string()),
      message: z.string(),
      extract: z.optional(z.string()),
    }),
  ),
})

/** Whether this machine can run the Nu HTML checker, which needs Java. */
export function hasHtmlChecker(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Installs what the Nu HTML checker needs, if possible; otherwise its tests are skipped with a message. */
export async function ensureHtmlChecker(): Promise<void> {
  if (hasHtmlChecker()) return
  console.info('No Java found for the HTML checker, installing one.')
  await installFromDebian('default-jre-headless')
}

/** The messages of the Nu HTML checker by document: errors and warnings. */
export async function checkHtml(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-html-'))
  try {
    const names = [...documents.keys()]
    await Promise.all(names.map((name, index) => writeFile(join(folder, `${index}.html`), documents.get(name) ?? '')))
    const files = names.map((_, index) => join(folder, `${index}.html`))
    const args = [...SHORT_RUN, '-jar', JAR, '--exit-zero-always', '--format', 'json', ...files]
    const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 16 * 1024 * 1024 })
    const { messages } = report.parse(JSON.parse(stderr))
    // Other messages are hints, such as superfluous slashes.
    const objections = messages.filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    return objections.map(({ url = '', message, extract = '' }) => {
      const index = Number.parseInt(basename(url), 10)
      return `${names[index] ?? url}: ${message} (${extract.replace(/\s+/g, ' ').trim()})`
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

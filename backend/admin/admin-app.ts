import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The admin's application as the backend sees it: a build, a development server, or a fake in tests. */
export type AdminApp = {
  /** The HTML page for every URL below /admin. */
  readPage: (url: string) => Promise<string>
  /** Folder with the built files; `null` when the development server serves them. */
  files: string | null
  development?: boolean
}

const DIST = resolve(import.meta.dirname, '../../admin/dist')

/** The built admin; throws when it has not been built. */
export async function loadBuiltAdmin(dist: string = DIST): Promise<AdminApp> {
  const file = join(dist, 'index.html')
  if (!existsSync(file)) throw new Error('The admin is not built yet: run "npm run build", or start with "npm start".')
  const page = await readFile(file, 'utf8')
  return { readPage: async () => page, files: dist }
}

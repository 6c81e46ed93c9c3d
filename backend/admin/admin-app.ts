import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The admin's application as the backend sees it: a build, a development server, or a fake in tests. */
export type AdminApp = {
  /** The page that every address of the admin answers with. */
  readPage: (url: string) => Promise<string>
  /** Folder with the built files, `null` when something else serves them. */
  files: string | null
  development?: boolean
  /** Hangs its own middleware into the app. */
  attach?: (app: FastifyInstance) => Promise<void>
}

const DIST = resolve(import.meta.dirname, '../../admin/dist')

/** The built admin. Throws one clear sentence when it has not been built. */
export async function loadBuiltAdmin(dist: string = DIST): Promise<AdminApp> {
  const file = join(dist, 'index.html')
  if (!existsSync(file)) throw new Error('The admin is not built yet: run "npm run build", or start with "npm start".')
  const page = await readFile(file, 'utf8')
  return { readPage: async () => page, files: dist }
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { transformHtml } from '../http/development-vite.ts'
import type { AdminApp } from './admin-app.ts'

const PAGE = resolve(import.meta.dirname, '../../admin/index.html')

/** The admin from its sources, with hot reload. */
export function openDevelopmentAdmin(): AdminApp {
  return {
    development: true,
    files: null,
    readPage: async (url) => transformHtml('admin', url, await readFile(PAGE, 'utf8')),
  }
}

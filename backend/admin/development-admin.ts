import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { attachVite } from '../http/attach-vite.ts'
import type { AdminApp } from './admin-app.ts'

const ADMIN = resolve(import.meta.dirname, '../../admin')

/** The admin from its sources, with hot reload. */
export function openDevelopmentAdmin(): AdminApp {
  let finish: (url: string, page: string) => Promise<string> = async (_url, page) => page
  return {
    development: true,
    files: null,
    readPage: async (url) => finish(url, await readFile(resolve(ADMIN, 'index.html'), 'utf8')),
    attach: async (app) => {
      const vite = await attachVite(app, ADMIN, (url) => /^\/admin\/.*[.@]/.test(url))
      finish = (url, page) => vite.transformIndexHtml(url, page)
    },
  }
}

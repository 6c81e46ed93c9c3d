import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'

export type SourceFile = { file: string; code: string }

const MADE = /(^|\/)(node_modules|dist)\//
const OF_TESTS = /(^|\/)testing\/|\.test\.tsx?$/

/** The TypeScript files of these folders without tests and what only tests use; paths are relative to the root. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return allFiles(...folders).filter(({ file }) => !OF_TESTS.test(file))
}

/** All TypeScript files of these folders, tests included. */
export function allFiles(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !MADE.test(file))
      .map((file) => ({ file: `${folder}/${file}`, code: readFileSync(join(ROOT, folder, file), 'utf8') })),
  )
}

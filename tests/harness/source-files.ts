import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './command.ts'

export type SourceFile = { file: string; code: string }

const NO_SOURCE = /(^|\/)(node_modules|dist|testing)\/|\.test\.tsx?$/

/** The TypeScript files of these folders without tests and what only tests use; paths are relative to the root. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !NO_SOURCE.test(file))
      .map((file) => ({ file: `${folder}/${file}`, code: readFileSync(join(ROOT, folder, file), 'utf8') })),
  )
}

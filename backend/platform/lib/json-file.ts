import * as z from 'zod/mini'
import './zod-locale.ts'

/** `field` is empty for the whole file. */
export type FileError = { file: string; field: string; message: string }

export type Parsed<T> = { found: T; errors: [] } | { found: null; errors: FileError[] }

type Checked<S extends z.ZodMiniType> = { data: z.output<S> | null; errors: FileError[] }

export function parseJsonFile<S extends z.ZodMiniType>(file: string, text: string, schema: S): Checked<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    return { data: null, errors: [{ file, field: '', message: `the file is not valid JSON: ${reason}` }] }
  }
  return checkValue(file, value, schema)
}

export function checkValue<S extends z.ZodMiniType>(file: string, value: unknown, schema: S): Checked<S> {
  const result = z.safeParse(schema, value)
  if (result.success) return { data: result.data, errors: [] }
  const errors = result.error.issues.map(({ path, message }) => ({ file, field: path.join('.'), message }))
  return { data: null, errors }
}

export function fileErrorLine({ file, field, message }: FileError): string {
  return `${file}${field === '' ? '' : `, ${field}`}: ${message}`
}

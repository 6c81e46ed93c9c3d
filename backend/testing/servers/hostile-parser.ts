import { registerHooks } from 'node:module'

/** A parser taken over by a hostile upload (`in-thread.test.ts`). */

/** The files that a module loads. */
export async function filesOf(module: string): Promise<string[]> {
  const files: string[] = []
  registerHooks({
    load: (url, context, next) => {
      files.push(url)
      return next(url, context)
    },
  })
  await import(module)
  return files
}

export function lengthOf(text: string): number {
  return text.length
}

export function bytesIn(bytes: Uint8Array): number {
  return bytes.byteLength
}

/** Takes much memory. */
export function lengthOfList(text: string): number {
  return Array.from(text).length
}

export function parseForever(): never {
  for (;;);
}

export function fillMemory(): number {
  const texts: string[][] = []
  for (;;) texts.push(Array.from({ length: 1000 }, (_, index) => `${texts.length} ${index}`))
}

export function failToParse(): never {
  throw new TypeError('this cannot be parsed')
}

import type { Plugin } from 'vite'

/**
 * Chromium (from version 136) compiles all functions of a file that begins with this, on another thread; otherwise the one
 * around React DOM is parsed a second time on the main thread (docs/decisions/0012-the-application-after-the-first-paint.md).
 */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** Characters up to which a file has too few functions to be worth the 25 bytes. */
const MIN_COMPILED_LENGTH = 5000

/** Writes the hint last, since Vite itself adds lines to the beginning of files. */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.code.length > MIN_COMPILED_LENGTH) file.code = COMPILE_HINT + file.code
        }
      },
    },
  }
}

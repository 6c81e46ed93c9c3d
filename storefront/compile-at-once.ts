import type { Plugin } from 'vite'

/** Chromium (from version 136) compiles all functions of a file that begins with this, on another thread. */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** Characters of a file that has too few functions to be worth the 25 bytes. */
const SMALL = 5000

/**
 * Has the application's files compiled before they run. Functions are otherwise compiled when they are called first: the
 * one around React DOM is then parsed a second time on the main thread, half of the blocking time of a first visit, and
 * those of the next page are compiled after the press that leads to it
 * (docs/decisions/0012-the-application-after-the-first-paint.md).
 */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // After the minifier, which removes comments.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.code.length > SMALL) file.code = COMPILE_HINT + file.code
        }
      },
    },
  }
}

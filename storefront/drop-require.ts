import type { Plugin } from 'vite'

const REQUIRE_CHECK = '"function"==typeof require&&require'

/**
 * Braintree's bundles refer to Node's `require`. The bundler's substitute would be in a chunk that every page loads:
 * 0.2 KB (brotli) of every first visit.
 */
export function dropRequire(): Plugin {
  return {
    name: 'drop-require',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /braintree-web\/dist\/browser/ },
      handler: (code) => ({ code: code.replaceAll(REQUIRE_CHECK, 'false'), map: null }),
    },
  }
}

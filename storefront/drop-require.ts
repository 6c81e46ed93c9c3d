import type { Plugin } from 'vite'

const ASKED = '"function"==typeof require&&require'

/**
 * The payment provider's bundles ask for Node's `require`, which no browser has. The bundler's substitute for it would
 * stand in a file that every page loads: 0.2 KB with brotli of every first visit.
 */
export function dropRequire(): Plugin {
  return {
    name: 'drop-require',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /braintree-web\/dist\/browser/ },
      handler: (code) => ({ code: code.replaceAll(ASKED, 'false'), map: null }),
    },
  }
}

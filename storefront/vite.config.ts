import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { stripSchemas } from './strip-schemas.ts'

/** Forms and dialogs, which several pages share and no first screen needs. */
const ON_DEMAND =
  /storefront\/(forms\/|popups\/dialog\.|accounts\/customer-(errors|fields)\.)|contract\/(contact|customer)\./

/** What the pages of an account share. */
const ACCOUNT =
  /storefront\/accounts\/(account-f|use-account-|password-field|new-password|narrow-column|link-token|username-)|contract\/(account|password-reset)\./

/** What lists of products share, and is too small for files of its own. */
const CARDS = /storefront\/catalog\/(product-card|line-words|sibling-products)\./

const APP = /react-dom|scheduler|storefront\/(app|entry-client)\.tsx/

/**
 * Whether a module is in the file that every page loads: each of them needs it, or at least four of the files that are
 * imported on demand do. What fewer need is in files of its own, so that no other page loads it.
 */
function isForEveryPage(id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  if (APP.test(id)) return true
  if (ON_DEMAND.test(id) || ACCOUNT.test(id)) return false
  const dependents = new Set([id])
  let filesOnDemand = 0
  for (const dependent of dependents) {
    const info = graph.getModuleInfo(dependent)
    if (info === null) continue
    if (info.dynamicImporters.length > 0) filesOnDemand += 1
    for (const importer of info.importers) dependents.add(importer)
  }
  return filesOnDemand >= 4
}

/**
 * Chromium (from version 136) compiles all functions of a file that begins with this, on another thread; otherwise the one
 * around React DOM is parsed a second time on the main thread (docs/decisions/0012-the-application-after-the-first-paint.md).
 */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'

/** Characters of a file that has too few functions to be worth the 25 bytes. */
const SMALL = 5000

/** Writes the hint last, since Vite itself adds lines to the beginning of files. */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
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

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), stripSchemas(), compileAtOnce()],
  server: { middlewareMode: true },
  appType: 'custom',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // The file itself comes by its import.
    modulePreload: { resolveDependencies: (file, dependencies) => dependencies.filter((name) => name !== file) },
    minify: !isSsrBuild,
    rolldownOptions: {
      // On a slow machine its note about slow plugins looks like a warning about the shop.
      checks: { pluginTimings: false },
      input: isSsrBuild ? 'entry-server.tsx' : 'entry-client.tsx',
      // The server's part is one file, so that a running shop never misses a piece after a new build.
      // What every page needs, React included, is one file: 2.5 KB (brotli) less than three, and fewer requests. With what
      // most pages share it is 1.5 KB less again.
      output: isSsrBuild
        ? { codeSplitting: false }
        : {
            codeSplitting: {
              groups: [
                { name: (id, graph) => (isForEveryPage(id, graph) ? 'app' : null), priority: 1 },
                { name: 'cards', test: CARDS, minShareCount: 2, includeDependenciesRecursively: false },
                { name: 'forms', test: ON_DEMAND, minShareCount: 2, includeDependenciesRecursively: false },
                { name: 'account', test: ACCOUNT, minShareCount: 2, includeDependenciesRecursively: false },
              ],
            },
          },
    },
  },
}))

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Forms and dialogs, which several pages share and no first screen needs. */
const ON_DEMAND = /storefront\/ui\/(dialog|field|form-marks|person-fields|use-form)\.|contract\/contact\./

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), schemasStayAtHome()],
  server: { middlewareMode: true },
  appType: 'custom',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isSsrBuild ? 'entry-server.tsx' : 'entry-client.tsx',
      // The server's part is one file, so that a running shop never misses a piece after a new build.
      // What two pages share stands in one file: it compresses better and is one request. React changes least, and stays cached.
      output: isSsrBuild
        ? { codeSplitting: false }
        : {
            codeSplitting: {
              groups: [
                { name: 'react', test: /react-dom|scheduler/, priority: 1 },
                { name: 'forms', test: ON_DEMAND, minShareCount: 2, includeDependenciesRecursively: false },
                { name: 'shared', test: (id) => !ON_DEMAND.test(id), minShareCount: 2 },
              ],
            },
          },
    },
  },
}))

/** The browser never runs a schema (lib/no-schemas.ts says why): its build gets a stand-in for the schema library. */
function schemasStayAtHome(): Plugin {
  return {
    name: 'schemas-stay-at-home',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source !== 'zod/mini' || this.environment.name !== 'client') return null
      return `${import.meta.dirname}/lib/no-schemas.ts`
    },
  }
}

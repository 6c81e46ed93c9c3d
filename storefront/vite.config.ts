import { BUILD_TARGETS } from '@shop/contract/older-browsers'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CODE_SPLITTING } from './build/code-splitting.ts'
import { compileAtOnce } from './build/compile-at-once.ts'

/** Two characters of the hash less: each page's script names some fifty files, and no compression makes a hash shorter. */
const FILE_NAMES = 'assets/[name]-[hash:6].js'

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compileAtOnce()],
  server: { middlewareMode: true },
  appType: 'custom',
  build: {
    ...(isSsrBuild ? {} : { target: BUILD_TARGETS }),
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    // The file itself comes by its import, and what every page loads is there.
    modulePreload: {
      resolveDependencies: (file, dependencies) =>
        dependencies.filter((name) => name !== file && !name.startsWith('assets/entry-client-')),
    },
    minify: !isSsrBuild,
    rolldownOptions: {
      // On a slow machine its note about slow plugins looks like a warning about the shop.
      checks: { pluginTimings: false },
      input: isSsrBuild ? 'entry-server.tsx' : 'entry-client.tsx',
      // The server's part is one file, so that a running shop never misses a piece after a new build.
      output: isSsrBuild
        ? { codeSplitting: false }
        : { codeSplitting: CODE_SPLITTING, entryFileNames: FILE_NAMES, chunkFileNames: FILE_NAMES },
    },
  },
}))

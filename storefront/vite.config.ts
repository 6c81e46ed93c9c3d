import { BUILD_TARGETS } from '@shop/contract/http/older-browsers'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { compileAtOnce } from './build/compile-at-once.ts'
import { inlineScript } from './build/inline-script.ts'

/** One file of what every page loads, one of what at least four parts share; the rest is the bundler's own choice. */
const CODE_SPLITTING: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'app', test: /storefront\/entry-client\./ },
    { name: 'shared', minShareCount: 4 },
  ],
}

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), inlineScript(), compileAtOnce()],
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
      // The server's part is one file, so a running shop never misses a piece after a new build.
      output: { codeSplitting: isSsrBuild ? false : CODE_SPLITTING },
    },
  },
}))

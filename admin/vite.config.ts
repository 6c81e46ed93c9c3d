import { join } from 'node:path'
import { BUILD_TARGETS } from '@shop/contract/http/older-browsers'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  // The backend replaces it by a new nonce in each response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: BUILD_TARGETS,
    outDir: 'dist',
    emptyOutDir: true,
    // For the page of fairs, which keeps its files on the device.
    manifest: 'files.json',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        main: join(import.meta.dirname, 'index.html'),
        'fair-worker': join(import.meta.dirname, 'fair/fair-worker.ts'),
      },
      // The address of a service worker never changes, and decides what it serves.
      output: { entryFileNames: ({ name }) => (name === 'fair-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
  },
})

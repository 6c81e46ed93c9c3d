import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
    rollupOptions: { input: isSsrBuild ? 'entry-server.tsx' : 'entry-client.tsx' },
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

import { resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { readFlags } from '../backend/platform/process/read-flags.ts'

/** Name of the virtual entry module. */
const ENTRY_ID = '\0entry.js'

/**
 * Weighs modules as a browser loads them: `npm run bench:weigh storefront/router/router.tsx wouter:Route,Link` prints
 * the size of each without React, in kilobytes (1,000 bytes, brotli). Packages must be installed; names after the colon
 * are the imports to weigh. With `--alone` first, a module is weighed without its imports.
 */
readFlags({
  command: 'npm run bench:weigh -- MODULE[:NAMES] …',
  does: 'Prints the size of modules as a browser loads them.',
  flags: { '--alone': 'Without what they import.' },
  others: /^[^-]/,
})
const [first, ...rest] = process.argv.slice(2)
const alone = first === '--alone'
for (const module of alone ? rest : process.argv.slice(2)) {
  console.log(`${module}  ${((await weigh(module)) / 1000).toFixed(1)} KB`)
}

async function weigh(module: string): Promise<number> {
  const [path = '', names] = module.split(':')
  const source = JSON.stringify(/\.tsx?$/.test(path) ? resolve(path) : path)
  const entry = `export ${names === undefined ? '*' : `{ ${names} }`} from ${source}`
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [virtualEntry(entry)],
    build: {
      write: false,
      rolldownOptions: {
        input: 'entry',
        external: (id, importer) =>
          /^(react|react-dom|scheduler)(\/|$)/.test(id) || (alone && importer !== undefined && importer !== ENTRY_ID),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const files = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = files.filter((file) => file.type === 'chunk')
  return chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0)
}

function virtualEntry(code: string): Rolldown.Plugin {
  return {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? ENTRY_ID : null),
    load: (id) => (id === ENTRY_ID ? code : null),
  }
}

import { BUILD_TARGETS } from '@shop/contract/http/older-browsers'
import { build, type Plugin } from 'vite'

const SCRIPT_SUFFIX = '?script'

/** `import text from './head.ts?script'`: that file and what it imports, as the text of one script. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SCRIPT_SUFFIX)) return null
      const file = await this.resolve(source.slice(0, -SCRIPT_SUFFIX.length), importer)
      return file && file.id + SCRIPT_SUFFIX
    },
    async load(id) {
      if (!id.endsWith(SCRIPT_SUFFIX)) return null
      const file = id.slice(0, -SCRIPT_SUFFIX.length)
      this.addWatchFile(file)
      return `export default ${JSON.stringify(await buildScript(file))}`
    },
  }
}

async function buildScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: BUILD_TARGETS, minify: true, lib: { entry: file, formats: ['iife'], name: 'page' } },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${file} was not built`)
  return output.output[0].code.trim()
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../harness/command.ts'

/** Where the raw colors of each application are. */
const TOKENS = { storefront: 'storefront/styles/tokens.css', admin: 'admin/app/frame/theme.ts' } as const

/** Files that are shown without the storefront's style sheets, or before them. Their colors are written out, as the tokens are. */
const WITHOUT_STYLES = [
  'storefront/document.tsx',
  'backend/platform/http/errors/error-response.ts',
  'backend/pages/search-engines.routes.ts',
  'admin/index.html',
]

/** Not `rgb(from …)`, which is made from a token. */
const RAW_COLOR =
  /(?<![&\w])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\((?!from )/gi

function rawColors(source: string): string[] {
  return source.match(RAW_COLOR) ?? []
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

test.each(['storefront', 'admin'] as const)('the raw colors of the %s are in one file', (side) => {
  const files = readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file) && !/^(dist|node_modules)\/|\.test\./.test(file))
    .map((file) => `${side}/${file}`)
    .filter((file) => file !== TOKENS[side] && !WITHOUT_STYLES.includes(file))
  expect(files.flatMap((file) => rawColors(read(file)).map((color) => `${file}: ${color}`))).toEqual([])
})

test.each(WITHOUT_STYLES)('%s has the colors of the tokens', (file) => {
  const tokens = rawColors(read(TOKENS.storefront))
  const colors = rawColors(read(file))
  expect(colors.length).toBeGreaterThan(0)
  expect(colors.filter((color) => !tokens.includes(color))).toEqual([])
})

test('the theme color of a page is that of its background', () => {
  const [color] = rawColors(read('storefront/document.tsx'))
  expect(read(TOKENS.storefront)).toContain(`--color-paper: ${color};`)
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

const STOREFRONT = join(ROOT, 'storefront')
const TOKENS = 'styles/tokens.css'

/** Files outside the style sheets, with colors that a browser or phone uses before any style sheet. */
const THEME_COLOR = 'document.tsx'

const RAW_COLOR = /(?<![&\w])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/gi

function rawColors(source: string): string[] {
  return source.match(RAW_COLOR) ?? []
}

test("the storefront's raw colors are only in its tokens", () => {
  const files = readdirSync(STOREFRONT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/^(dist|node_modules|public)\/|\.test\./.test(file),
  )
  const found = files
    .filter((file) => file !== TOKENS && file !== THEME_COLOR)
    .flatMap((file) => rawColors(readFileSync(join(STOREFRONT, file), 'utf8')).map((color) => `${file}: ${color}`))
  expect(found).toEqual([])
})

test('the theme color of a page is that of its background', () => {
  const [color] = rawColors(readFileSync(join(STOREFRONT, THEME_COLOR), 'utf8'))
  expect(readFileSync(join(STOREFRONT, TOKENS), 'utf8')).toContain(`--color-paper: ${color};`)
})

test('raw colors are found in all their forms', () => {
  expect(rawColors('color: #fff; fill="#1D2A36" bg-[rgb(0_0_0)] oklch(0.7 0.1 50)')).toHaveLength(4)
  expect(rawColors('href="#main" &#39; #quiz')).toEqual([])
})

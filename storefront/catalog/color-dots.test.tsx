import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOT_COLORS } from '@shop/contract/catalog'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColorDot } from './color-dots.tsx'

const TOKENS = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

/** The token that a swatch is filled with; the rest of its `var()` is for colors without one. */
function token(color: string): string {
  const [, name = ''] = /background:var\((--color-[\w-]*), var\(--color-line\)\)/.exec(swatch(color)) ?? []
  return name
}

function swatch(color: string): string {
  return renderToStaticMarkup(<ColorDot color={color} />)
}

test('every cloth of the shop is known to whoever names a color', () => {
  const cloths = [...TOKENS.matchAll(/--color-([a-z]+)-cloth:/g)].map(([, name]) => name)
  expect(cloths.sort()).toEqual([...DOT_COLORS].sort())
})

test.each(['Blue', 'Grey', 'Gray', 'Tan', 'Black', 'Green', 'Red', 'Deep blue', 'Light-Grey'])(
  'a swatch of %s has the color of that cloth',
  (color) => {
    expect(TOKENS).toContain(`${token(color)}: #`)
  },
)

test.each(['Mauve', '', 'Blau 7', ')}; background: url(//elsewhere.example)', '蓝色'])(
  'a swatch of “%s”, which is no cloth of the shop, is left plain',
  (color) => {
    expect(token(color)).toMatch(/^--color-[a-z]*-cloth$/)
    expect(TOKENS).not.toContain(`${token(color)}:`)
  },
)

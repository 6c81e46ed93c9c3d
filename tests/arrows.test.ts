import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

const FEATURES = ['catalog', 'cart', 'checkout', 'orders', 'accounts', 'contact', 'quiz', 'visits']
const ANY_FEATURE = `^storefront/(${FEATURES.join('|')})/`

/** Who may not import what: a source file's path, and the paths (or package names) it stays away from. */
const RULES: readonly { name: string; from: RegExp; never: RegExp }[] = [
  {
    name: 'storefront never imports backend',
    from: /^storefront\//,
    never: /^(backend\/|@shop\/backend)/,
  },
  {
    name: 'backend never imports storefront source',
    from: /^backend\//,
    never: /^(storefront\/(?!dist\/)|@shop\/storefront)/,
  },
  {
    name: 'contract imports nothing but zod and itself',
    from: /^contract\//,
    never: /^(?!contract\/|zod(\/|$))/,
  },
  {
    name: 'ui, forms, popups, router and data know no feature',
    from: /^storefront\/(ui|data|forms|popups|router)\//,
    never: new RegExp(`${ANY_FEATURE}|^storefront/pages/`),
  },
  { name: 'a feature never imports a page', from: new RegExp(ANY_FEATURE), never: /^storefront\/pages\// },
  ...FEATURES.map((feature) => ({
    name: `${feature} never imports another feature's page`,
    from: new RegExp(`^storefront/${feature}/`),
    never: new RegExp(`^storefront/(?!${feature}/|pages/).*-page\\.tsx$`),
  })),
]

/** What a file imports, statically or not, relative paths resolved from the root. */
function importsOf(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)]
  return specifiers.flatMap(([, path]) => {
    if (path === undefined) return []
    return [
      path.startsWith('.') ? normalize(join(dirname(file), path)) : path.replace(/^@shop\/contract\//, 'contract/'),
    ]
  })
}

function breaches(file: string, source: string): string[] {
  const imports = importsOf(file, source)
  return RULES.filter(({ from }) => from.test(file)).flatMap(({ name, never }) =>
    imports.filter((path) => never.test(path)).map((path) => `${name}: ${file} imports ${path}`),
  )
}

describe('arrows', () => {
  test.each(['contract', 'backend', 'storefront'])('%s keeps to its own side', (room) => {
    const files = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\/|\.test\.tsx?$/.test(file))
      .map((file) => `${room}/${file}`)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => breaches(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })

  test.each([
    ['storefront/cart/cart-page.tsx', "import { x } from '../../backend/app.ts'"],
    ['storefront/cart/cart-page.tsx', "const x = await import('../../backend/app.ts')"],
    ['storefront/data/api.tsx', "import '@shop/backend/app'"],
    ['backend/pages/pages.ts', "import { x } from '../../storefront/routes.tsx'"],
    ['contract/cart.ts', "import { readFile } from 'node:fs'"],
    ['contract/cart.ts', "import { shop } from '../shop.config.ts'"],
    ['storefront/ui/price.tsx', "import type { Cart } from '../cart/cart-store.ts'"],
    ['storefront/cart/cart-line.tsx', "import { HomePage } from '../pages/home-page.tsx'"],
    ['storefront/cart/cart-line.tsx', "export { ShopPage } from '../catalog/shop-page.tsx'"],
  ])('%s may not say %s', (file, source) => {
    expect(breaches(file, source)).toHaveLength(1)
  })
})

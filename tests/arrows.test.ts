import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

const FEATURES = ['catalog', 'cart', 'checkout', 'orders', 'accounts', 'contact', 'quiz', 'visits']
const ANY_FEATURE = `^storefront/(${FEATURES.join('|')})/`

/** Forbidden imports: a source file's path, and the paths or package names that it must not import. */
type Rule = { name: string; from: RegExp; never: RegExp }

const SIDES: readonly Rule[] = [
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
    name: 'admin knows the contract alone',
    from: /^admin\//,
    never: /^(backend\/|storefront\/|scripts\/|shop\.config|@shop\/)/,
  },
  {
    name: 'nothing imports the admin',
    from: /^(contract|backend|storefront|scripts)\//,
    never: /^(admin\/|@shop\/admin)/,
  },
  {
    name: 'no source knows tests, scripts or measurements',
    from: /^(contract|backend|storefront|admin)\//,
    never: /^(tests|scripts|bench)\//,
  },
  {
    name: 'scripts and measurements take from tests only what runs the shop',
    from: /^(scripts|bench)\//,
    never: /^tests\/(?!harness\/)/,
  },
  {
    name: 'the harness knows no test',
    from: /^tests\/harness\//,
    never: /^tests\/(?!harness\/)/,
  },
  {
    name: 'contract imports nothing but zod and itself',
    from: /^contract\//,
    never: /^(?!contract\/|zod(\/|$))/,
  },
]

/** Besides these, no folder of the backend may depend on itself through others. */
const INSIDE_BACKEND: readonly Rule[] = [
  {
    name: 'only the app installs plugins',
    from: /^backend\/(?!app\.ts|plugins\/)/,
    never: /^backend\/plugins\//,
  },
  {
    name: 'only a start, a command and tests know demo data',
    from: /^backend\/(?!start-shop\.ts|commands\/|demo-data\/|testing\/)/,
    never: /^backend\/demo-data\//,
  },
  { name: 'nothing imports a command', from: /^backend\/(?!commands\/|testing\/)/, never: /^backend\/commands\// },
  { name: 'only tests import what tests need', from: /^backend\/(?!testing\/)/, never: /^backend\/testing\// },
  {
    name: 'the database knows nothing of what is stored in it',
    from: /^backend\/database\//,
    never: /^backend\/(?!database\/)/,
  },
  {
    name: 'the response cache knows no page and no noun',
    from: /^backend\/response-cache\//,
    never: /^backend\/(?!response-cache\/|errors\/|request-id\.ts)/,
  },
  {
    name: 'images and media know no product and no catalog folder',
    from: /^backend\/(images|media)\//,
    never: /^backend\/(catalog\/|catalog-folder\.ts)/,
  },
  {
    name: 'password hashing knows no HTTP',
    from: /^backend\/accounts\/(password-hash|session-token)\.ts$/,
    never: /^(fastify|backend\/(http|plugins)\/|backend\/errors\/(?!overloaded-error))/,
  },
]

/** Besides these, no folder of the admin may depend on itself through others. */
const INSIDE_ADMIN: readonly Rule[] = [
  { name: "the admin's ui knows nothing of the admin", from: /^admin\/ui\//, never: /^admin\/(?!ui\/)/ },
  { name: "the admin's app knows no feature", from: /^admin\/app\//, never: /^admin\/(?!app\/|ui\/)/ },
]

const INSIDE_STOREFRONT: readonly Rule[] = [
  {
    name: 'ui, forms, popups, router, data, pictures and site know no feature',
    from: /^storefront\/(ui|data|forms|popups|router|pictures|site)\//,
    never: new RegExp(`${ANY_FEATURE}|^storefront/pages/`),
  },
  {
    name: 'only app and routes know the layout',
    from: /^storefront\/(?!layout\/|app\.tsx|routes\.tsx)/,
    never: /^storefront\/layout\//,
  },
  { name: 'a feature never imports a page', from: new RegExp(ANY_FEATURE), never: /^storefront\/pages\// },
  ...FEATURES.map((feature) => ({
    name: `${feature} never imports another feature's page`,
    from: new RegExp(`^storefront/${feature}/`),
    never: new RegExp(`^storefront/(?!${feature}/|pages/).*-page\\.tsx$`),
  })),
]

const SOURCES = ['admin', 'backend', 'bench', 'contract', 'scripts', 'storefront', 'tests']

const RULES: readonly Rule[] = [...SIDES, ...INSIDE_BACKEND, ...INSIDE_ADMIN, ...INSIDE_STOREFRONT]

/** A file's imports, static and dynamic; relative paths are resolved from the root. */
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

function sourceFiles(side: string): string[] {
  return readdirSync(join(ROOT, side), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\/|\.test\.tsx?$/.test(file))
    .map((file) => `${side}/${file}`)
}

/** The folder of a file, such as `backend/orders`; for a file outside of folders the file itself. */
function folderOf(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

/** The folders that each folder of a side imports, type imports included. */
function folderImports(side: string, files: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const [file, source] of files) {
    const folder = folderOf(file)
    const targets = importsOf(file, source)
      .filter((path) => path.startsWith(`${side}/`))
      .map(folderOf)
    graph.set(folder, new Set([...(graph.get(folder) ?? []), ...targets.filter((target) => target !== folder)]))
  }
  return graph
}

/** The folders that depend on themselves through others. */
function foldersInCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...graph.keys()].filter((folder) => {
    const needed = new Set(graph.get(folder))
    // Iterating a set includes elements that are added meanwhile.
    for (const other of needed) for (const next of graph.get(other) ?? []) needed.add(next)
    return needed.has(folder)
  })
}

describe('arrows', () => {
  test.each(SOURCES)('%s imports only what it may', (side) => {
    const files = sourceFiles(side)
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap((file) => breaches(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  })

  test.each(['contract', 'backend', 'storefront', 'admin', 'tests'])(
    'no folder of %s depends on itself through others',
    (side) => {
      // Builders of test data may import everything.
      const files = sourceFiles(side).filter((file) => !file.startsWith('backend/testing/'))
      const sources = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
      expect(foldersInCycles(folderImports(side, sources))).toEqual([])
    },
  )

  test('every folder with source files is checked', () => {
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
      .map(({ name }) => name)
    expect(folders.filter((folder) => sourceFiles(folder).length > 0).sort()).toEqual([...SOURCES].sort())
  })

  test('a cycle over three folders is found', () => {
    const sources = new Map([
      ['backend/orders/a.ts', "import type { B } from '../mail/b.ts'"],
      ['backend/mail/b.ts', "import { settings } from '../settings.ts'"],
      ['backend/settings.ts', "import { A } from './orders/a.ts'"],
      ['backend/visits/d.ts', "import { A } from '../orders/a.ts'"],
    ])
    expect(foldersInCycles(folderImports('backend', sources))).toEqual([
      'backend/orders',
      'backend/mail',
      'backend/settings.ts',
    ])
  })

  test.each([
    ['storefront/cart/cart-page.tsx', "import { x } from '../../backend/app.ts'"],
    ['storefront/cart/cart-page.tsx', "const x = await import('../../backend/app.ts')"],
    ['storefront/data/api.tsx', "import '@shop/backend/app'"],
    ['admin/goods/goods-page.tsx', "import { x } from '../../backend/app.ts'"],
    ['admin/goods/goods-page.tsx', "import { Photo } from '../../storefront/pictures/photo.tsx'"],
    ['admin/goods/goods-page.tsx', "import '@shop/storefront/app'"],
    ['admin/ui/page.tsx', "import { call } from '../app/call.ts'"],
    ['admin/app/shell.tsx', "import { SignInAgain } from '../session/sign-in-again.tsx'"],
    ['admin/orders/order-page.tsx', "import { ADA } from '../../tests/admin/people.ts'"],
    ['bench/run.ts', "import { cart } from '../tests/browser/cart.ts'"],
    ['tests/harness/shop-server.ts', "import { cart } from '../browser/cart.ts'"],
    ['storefront/app.tsx', "const x = await import('../admin/main.tsx')"],
    ['backend/admin/admin-app.ts', "import '@shop/admin/main'"],
    ['backend/pages/pages.ts', "import { x } from '../../storefront/routes.tsx'"],
    ['backend/orders/orders.routes.ts', "import { handleErrors } from '../plugins/error-handler.ts'"],
    ['backend/orders/orders.import.ts', "import { syncDemoData } from '../demo-data/demo-data.ts'"],
    ['backend/app.ts', "import { runCommand } from './commands/run-command.ts'"],
    ['backend/app.ts', "import { openTestShop } from './testing/test-shop.ts'"],
    ['backend/database/database.ts', "import type { Settings } from '../settings.ts'"],
    ['backend/response-cache/response-cache.ts', "import { render } from '../pages/storefront.ts'"],
    ['backend/images/variant-store.ts', "import { PHOTOS_FOLDER } from '../catalog-folder.ts'"],
    ['backend/accounts/password-hash.ts', "import { AppError } from '../errors/app-error.ts'"],
    ['contract/cart.ts', "import { readFile } from 'node:fs'"],
    ['contract/cart.ts', "import { shop } from '../shop.config.ts'"],
    ['storefront/ui/price.tsx', "import type { Cart } from '../cart/cart-store.ts'"],
    ['storefront/site/page-meta.tsx', "import { useCart } from '../cart/cart-store.ts'"],
    ['storefront/cart/cart-line.tsx', "import { Footer } from '../layout/footer.tsx'"],
    ['storefront/cart/cart-line.tsx', "import { HomePage } from '../pages/home-page.tsx'"],
    ['storefront/cart/cart-line.tsx', "export { ShopPage } from '../catalog/shop-page.tsx'"],
  ])('%s may not say %s', (file, source) => {
    expect(breaches(file, source)).toHaveLength(1)
  })
})

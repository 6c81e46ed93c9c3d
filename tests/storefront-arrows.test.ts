import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './harness/command.ts'

/** What every feature and page may import. */
const BASE = ['contract/', 'data/', 'forms/', 'links/', 'pictures/', 'popups/', 'router/', 'site/', 'ui/']

/**
 * What each folder of the storefront may import besides itself and packages: folders (with a trailing slash) or files.
 * Only routes.tsx and tests import pages.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // These know nothing of the shop.
  ui: [],
  forms: [],
  data: ['contract/client', 'contract/errors'],
  router: ['contract/coercion', 'data/'],
  popups: ['data/', 'router/', 'ui/'],

  pictures: ['contract/pictures', 'data/', 'ui/'],
  // Name, settings and metadata of the shop.
  site: ['contract/shop', 'router/'],
  // Links to pages and dialogs; those to pages forward the guest flag.
  links: ['contract/coercion', 'contract/contact', 'accounts/guest.ts', 'router/', 'ui/'],
  // What is around each page.
  layout: [
    ...BASE.filter((name) => name !== 'forms/'),
    'accounts/known-customer.ts',
    'accounts/session-store.ts',
    'accounts/sign-out.ts',
    'cart/cart-store.ts',
    'catalog/search-box.tsx',
    // The dialogs that have a URL, loaded on demand.
    'contact/contact-dialog.tsx',
    'orders/return-policy-dialog.tsx',
  ],

  accounts: BASE.filter((name) => name !== 'links/'),
  visits: [...BASE, 'accounts/session-store.ts'],
  cart: [...BASE, 'accounts/guest.ts', 'catalog/', 'visits/count-demand.ts'],
  catalog: [...BASE, 'accounts/guest.ts', 'visits/count-demand.ts'],
  checkout: [...BASE, 'accounts/', 'cart/', 'catalog/', 'fonts/figtree.woff2?url', 'visits/count-demand.ts'],
  contact: [...BASE, 'accounts/', 'cart/'],
  orders: [...BASE, 'accounts/', 'catalog/'],
  quiz: [...BASE, 'catalog/', '../catalog/quiz.json'],
  pages: [...BASE, 'cart/', 'catalog/', 'quiz/'],
}

const STOREFRONT = join(ROOT, 'storefront')
const FOLDERS = readdirSync(STOREFRONT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['dist', 'node_modules', 'public', 'fonts', 'styles'].includes(entry.name))
  .map(({ name }) => name)

/** A file's imports within the project: `contract/…`, or a path relative to the storefront. */
function importsOf(file: string, source: string): string[] {
  const specifiers = [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]((?:\.|@shop\/)[^'"]+)['"]/g)]
  return specifiers.map(([, path = '']) =>
    path.startsWith('.')
      ? normalize(join(dirname(file), path)).replace(/^\.\.\/shop\.config/, 'shop.config')
      : path.replace('@shop/', ''),
  )
}

function breaches(file: string, source: string): string[] {
  const [folder = ''] = file.split('/')
  const allowed = [`${folder}/`, ...(ALLOWED[folder] ?? [])]
  return importsOf(file, source)
    .filter((path) => {
      const isPage = path.endsWith('-page.tsx')
      return isPage || !allowed.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name))
    })
    .map((path) => `${file} imports ${path}`)
}

test.each(FOLDERS)('storefront/%s imports only what it may', (folder) => {
  expect(Object.keys(ALLOWED)).toContain(folder)
  const files = readdirSync(join(STOREFRONT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
  expect(files.flatMap((file) => breaches(file, readFileSync(join(STOREFRONT, file), 'utf8')))).toEqual([])
})

test.each([
  ['ui/button.tsx', "import { shop } from '../../shop.config.ts'"],
  ['ui/photo.tsx', "import { pictureUrl } from '@shop/contract/pictures'"],
  ['forms/field.tsx', "import { useVisitor } from '../accounts/session-store.ts'"],
  ['router/router.tsx', "import { routes } from '../routes.tsx'"],
  ['popups/dialog.tsx', "const page = await import('../pages/home-page.tsx')"],
  ['layout/header.tsx', "import { CartPanel } from '../cart/cart-panel.tsx'"],
  ['links/shop-link.tsx', "import { useVisitor } from '../accounts/session-store.ts'"],
  ['site/page-meta.tsx', "import { useApi } from '../data/api.tsx'"],
  ['orders/order-items.tsx', "import { addToCart } from '../cart/cart-store.ts'"],
  ['catalog/gallery.tsx', "export { ShopPage } from './shop-page.tsx'"],
  ['checkout/payment/card.ts', "import { send } from '../../contact/use-send-message.ts'"],
])('%s may not say %s', (file, source) => {
  expect(breaches(file, source)).toHaveLength(1)
})

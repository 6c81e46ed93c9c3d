import { readdirSync } from 'node:fs'

/** What each part of the shop may import; `tests/code/imports.test.ts` checks it with dependency-cruiser. */

const FEATURES = '(catalog|cart|checkout|estimate|orders|accounts|contact|quiz|visits)'

/** @returns a rule: files of `from` never import files of `to`, both regular expressions. */
const never = (comment, from, to) => ({ name: comment, severity: 'error', from: { path: from }, to: { path: to } })

/** @returns a rule: files of `from` import only files of `to`. */
const only = (comment, from, to) => ({ name: comment, severity: 'error', from: { path: from }, to: { pathNot: to } })

const SIDES = [
  never('the storefront never imports the backend', '^storefront/', '^backend/'),
  never("the backend never imports the storefront's source", '^backend/', '^storefront/(?!dist/)'),
  never('the admin knows the contract alone', '^admin/', '^(backend|storefront|scripts|shop[.]config)(/|[.])'),
  never('nothing imports the admin', '^(contract|backend|storefront|scripts)/', '^admin/'),
  never(
    'no source knows tests, scripts or measurements',
    '^(contract|backend|storefront|admin)/',
    '^(tests|scripts|bench)/',
  ),
  never(
    'scripts and measurements take from tests only what runs the shop',
    '^(scripts|bench)/',
    '^tests/(?!harness/|placing/(books|shoppers|trial)[.]ts$)',
  ),
  never('the harness knows no test', '^tests/harness/', '^tests/(?!harness/)'),
  {
    name: "no schema reaches the shopper's browser",
    severity: 'error',
    from: { path: '^storefront/entry-client' },
    to: { path: '^contract/.*schemas[.]ts$', reachable: true },
  },
  only('the contract imports nothing but zod and itself', '^contract/', '^(contract/|node_modules/zod/)'),
]

/**
 * The modules of each side, lowest first. A module imports itself, modules in the rows above, and nothing else of its
 * side; files that are in no module, such as `backend/app.ts`, assemble them. `*` stands for all folders that have no
 * other place: a module that no other imports needs no entry.
 */
const MODULES = {
  backend: [
    ['platform'],
    ['mail'],
    ['accounts'],
    ['admin'],
    ['books', 'contact', 'discounts', 'media'],
    ['payments', 'tax'],
    ['delivery'],
    ['catalog'],
    ['pages', 'waitlist'],
    ['orders', 'visits'],
    ['checkout', 'email-templates'],
    ['settlement', '*'],
    ['operations'],
    ['commands', 'start'],
  ],
  contract: [
    ['text'],
    ['http'],
    ['accounts', 'address', 'audit', 'backups', 'catalog', 'mail', 'payments', 'today', 'visits'],
    ['contact', 'returns', 'settings', 'tax', 'waitlist'],
    ['delivery', 'discounts'],
    ['access', 'checkout', 'orders', 'pages'],
    ['*'],
  ],
  admin: [
    ['ui'],
    ['app'],
    ['address', 'audit', 'backups', 'discounts', 'mail', 'email-templates', 'sales', 'visits'],
    ['contact', 'settings'],
    ['session', 'today'],
    ['waitlist'],
    ['catalog'],
    ['lines', 'orders', 'pages'],
    ['*'],
  ],
}

/** Folders that are no modules. */
const NO_MODULES = ['dist', 'node_modules', 'public', 'testing']

/** @returns the rows of a side, with the folders that `*` stands for. */
const rowsOf = (side) => {
  const placed = [...NO_MODULES, ...MODULES[side].flat()]
  const others = readdirSync(new URL(side, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !placed.includes(entry.name))
    .map(({ name }) => name)
  return MODULES[side].map((row) => row.flatMap((module) => (module === '*' ? others : module)))
}

/** @returns a rule for each module of a side: it imports no module of its own row or of the rows below. */
const directionOf = (side) =>
  rowsOf(side).flatMap((row, index, rows) =>
    row.map((module) => {
      const others = rows
        .slice(index)
        .flat()
        .filter((other) => other !== module)
      const assembled = ['start', 'commands'].includes(module) ? [] : ['(app|main|modules|routes)[.]']
      return never(
        `${side}/${module} imports only modules above it`,
        `^${side}/${module}/`,
        `^${side}/(${[...assembled, ...others.map((other) => `${other}/`)].join('|')})`,
      )
    }),
  )

/** Each list that a new noun is entered in; a second list of the same things would need these imports. */
const LISTS = [
  never('only modules.ts lists modules', '^backend/(?!modules[.]ts)', '^backend/.*[.]module[.]ts$'),
  never('only migrate.ts lists migrations', '^backend/(?!platform/database/migrate[.]ts)', '/migrations/[^/]*[.]ts$'),
  never("only the admin's routes list its pages", '^admin/(?!routes[.]tsx|.*-page[.]tsx)', '^admin/.*-page[.]tsx$'),
  never("only the shop's routes list its pages", '^storefront/(?!routes[.]tsx)', '^storefront/.*-page[.]tsx$'),
]

const BACKEND = [
  ...directionOf('backend'),
  never(
    'only the app installs plugins',
    '^backend/(?!app[.]ts|platform/http/plugins/)',
    '^backend/platform/http/plugins/',
  ),
  never('only a start and tests know demo data', '^backend/(?!start/|commands/|testing/)', '^backend/start/demo-'),
  never('only tests import what tests need', '^backend/(?!testing/)', '^backend/testing/'),
  never(
    'the database knows nothing of what is stored in it',
    '^backend/platform/database/',
    '^backend/(?!platform/(database|lib)/)',
  ),
  never(
    'the response cache knows no page',
    '^backend/platform/http/response-cache/',
    '^backend/(?!platform/(http/(response-cache|errors)|lib)/)',
  ),
  never(
    'password hashing knows no HTTP',
    '^backend/accounts/(password-hash|passwords/tokens)[.]ts$',
    '^(node_modules/fastify|backend/platform/http/(?!errors/app-error))',
  ),
]

/** What every feature and page of the storefront may import. */
const BASE = [
  'contract/',
  ...['data', 'forms', 'links', 'pictures', 'popups', 'router', 'site', 'ui'].map(inStorefront),
]

/** What these folders of the storefront may import besides themselves and packages; others need no entry. */
const STOREFRONT_FOLDERS = {
  // These know nothing of the shop.
  ui: [],
  forms: ['contract/text/clean-input'],
  data: ['contract/http/client', 'contract/http/errors'],
  router: ['contract/http/coercion', 'storefront/data/'],
  popups: ['storefront/data/', 'storefront/router/', 'storefront/ui/'],
  pictures: ['contract/catalog/pictures', 'storefront/data/', 'storefront/ui/'],
  // Name, settings and metadata of the shop.
  site: ['contract/pages/shop', 'contract/returns/', 'storefront/router/'],
  // Links to pages and dialogs; those to pages forward the guest flag.
  links: ['contract/http/coercion', 'contract/contact/calls', 'storefront/router/', 'storefront/ui/'],
  // What is around each page.
  layout: [
    ...BASE.filter((name) => name !== inStorefront('forms')),
    'storefront/accounts/session-store[.]ts',
    'storefront/cart/cart-store[.]ts',
    'storefront/catalog/list/search-box[.]tsx',
    // The dialogs that have a URL, loaded on demand.
    'storefront/contact/contact-dialog[.]tsx',
    'storefront/orders/returns/return-policy-dialog[.]tsx',
  ],
  accounts: BASE,
  visits: [...BASE, 'storefront/accounts/session-store[.]ts'],
  cart: [...BASE, 'storefront/visits/count-demand[.]ts', 'storefront/(catalog|estimate)/'],
  estimate: [...BASE],
  catalog: [...BASE, 'storefront/visits/count-demand[.]ts'],
  checkout: [...BASE, 'storefront/(accounts|cart|catalog|estimate|fonts)/', 'storefront/visits/count-demand[.]ts'],
  contact: [...BASE, 'storefront/(accounts|cart)/'],
  orders: [...BASE, 'storefront/(accounts|catalog)/'],
  quiz: [...BASE, 'storefront/(catalog|visits)/'],
}

const STOREFRONT = [
  ...Object.entries(STOREFRONT_FOLDERS).map(([folder, allowed]) =>
    only(
      `the storefront's ${folder} imports only what it may`,
      `^storefront/${folder}/`,
      `^(node_modules/|${[inStorefront(folder), ...allowed].join('|')})`,
    ),
  ),
  never('only tests import what tests of the storefront need', '^storefront/(?!testing/)', '^storefront/testing/'),
  never('only app and routes know the layout', '^storefront/(?!layout/|(app|routes)[.]tsx)', '^storefront/layout/'),
  never('pages show no part of another page', '^storefront/pages/', '^storefront/(accounts|checkout|contact|orders)/'),
  never('a feature never imports a page', `^storefront/${FEATURES}/`, '^storefront/pages/'),
]

function inStorefront(folder) {
  return `storefront/${folder}/`
}

export default {
  forbidden: [
    ...SIDES,
    ...LISTS,
    ...BACKEND,
    ...directionOf('admin'),
    ...directionOf('contract'),
    ...STOREFRONT,
    {
      name: 'no file imports itself through others',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    // The parser for TypeScript's own compiler does not know its version 7.
    parser: 'swc',
    // Imports of types count.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|[.]test[.]tsx?$|vite[.]config[.]ts$' },
  },
}

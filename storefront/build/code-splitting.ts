import type { Rolldown } from 'vite'

/** Forms and dialogs, which several pages share and no first screen needs. */
const ON_DEMAND =
  /storefront\/(forms\/|data\/failed-call\.|popups\/dialog\.|accounts\/customer-fields\.)|contract\/(contact|customer)\./

const ACCOUNT =
  /storefront\/accounts\/(account-form|account-names|password-field|mailed-link)\.|contract\/(own-account|person-name)\.|\/icons\/eye(-off)?\./

/** What lists of products share, and is too small for files of its own. */
const CARDS = /storefront\/catalog\/(product-card|product-groups)\./

/** Only loaded once orders are open, or by a mailed link: paused pages carry none of it. */
const PLACING =
  /storefront\/orders\/(delayed-order|find-later)\.|storefront\/checkout\/(accept-changes|attempt|attempt-status|billing-zip|discount-code|follow-left-attempt|linked-order|linked-order-form|notice|notice-box|open-checkout|order-request|pay-link[.]queries|pay-page|ordered-items|outcome|use-(card|discount-code|pay-by-link|placing))\./

/** The paused checkout, and what the open one and a payment link share with it: one file, as if only the first were there. */
const CHECKOUT = new RegExp(
  `(?!${PLACING.source})storefront/checkout/(?!checkout-page|payment/(braintree|sandbox))|contract/(order-totals|payments|tax)\\.`,
)

/** An icon is imported through the library's index, and so seems to be needed by whatever needs any. */
const ICON = /lucide\/dist\/esm\/icons\//

/** Those of the header, of popups, or of more than one page; others are in the file of theirs. */
const SHARED_ICON =
  /\/(arrow-left|check|chevron-left|chevron-right|circle-alert|info|menu|minus|plus|search|shopping-bag|truck|x)\.mjs/

const APP = /react-dom|scheduler|storefront\/(app|entry-client)\.tsx/

/**
 * What every page needs, React included, is one file: 2.5 KB (brotli) less than three, and fewer requests. With what most
 * pages share it is 1.5 KB less again.
 */
export const CODE_SPLITTING: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: (id, graph) => (isForEveryPage(id, graph) ? 'app' : null), priority: 1 },
    { name: 'cards', test: CARDS, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'forms', test: ON_DEMAND, minShareCount: 2, includeDependenciesRecursively: false },
    { name: 'checkout-form', test: CHECKOUT, includeDependenciesRecursively: false },
    { name: 'account', test: ACCOUNT, minShareCount: 2, includeDependenciesRecursively: false },
  ],
}

/**
 * Whether a module is in the file that every page loads: each of them needs it, or at least four of the files that are
 * imported on demand do. What fewer need is in files of its own, so that no other page loads it.
 */
function isForEveryPage(id: string, graph: Pick<Rolldown.PluginContext, 'getModuleInfo'>): boolean {
  if (APP.test(id)) return true
  if (ICON.test(id)) return SHARED_ICON.test(id)
  if (ON_DEMAND.test(id) || ACCOUNT.test(id)) return false
  const dependents = new Set([id])
  let filesOnDemand = 0
  for (const dependent of dependents) {
    if (PLACING.test(dependent)) continue
    const info = graph.getModuleInfo(dependent)
    if (info === null) continue
    if (info.dynamicImporters.length > 0) filesOnDemand += 1
    for (const importer of info.importers) dependents.add(importer)
  }
  return filesOnDemand >= 4
}

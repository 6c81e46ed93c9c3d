import compatibility from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import type { Page } from '@playwright/test'
import { OLDEST_BROWSERS } from '@shop/contract/http/older-browsers'

/** MDN's names of the browsers. */
const FLOOR = Object.entries(OLDEST_BROWSERS).map(
  ([name, version]) => [name === 'ios' ? 'safari_ios' : name, version] as const,
)

/** Every member of a built-in object or an interface of browsers, by MDN's data; `isNew` where one of the oldest browsers lacks it. */
export const members = [compatibility.javascript.builtins, compatibility.api].flatMap((group) =>
  Object.entries(group ?? {}).flatMap(([owner, parts]) =>
    Object.entries(parts)
      .filter(([name]) => name !== '__compat')
      .map(([name, part]) => ({
        owner,
        name: name.replace(/_static$/, ''),
        // MDN names static members so of interfaces only.
        isStatic: group === compatibility.javascript.builtins ? null : name.endsWith('_static'),
        isNew: isNewer(part),
        isBuiltIn: group === compatibility.javascript.builtins,
      })),
  ),
)
function isNewer(part: Identifier | CompatStatement): boolean {
  if (!('__compat' in part) || part.__compat === undefined) return false
  const { support } = part.__compat
  return FLOOR.some(([browser, version]) => !isSupported(Reflect.get(support, browser), version))
}

function isSupported(statement: SupportStatement | undefined, version: string): boolean {
  return [statement].flat().some((one) => {
    const added = one?.version_added
    if (!added || added === 'preview' || one?.flags !== undefined) return false
    const until = one?.version_removed ? Number.parseFloat(one.version_removed) : Number.POSITIVE_INFINITY
    return Number.parseFloat(added.replace('≤', '')) <= Number(version) && Number(version) < until
  })
}

/** Evaluated in a page before its own scripts: removes what the oldest browsers lack, and counts it. */
function removeNewer(named: readonly { owner: string; name: string; isStatic: boolean | null }[]): void {
  let removed = 0
  for (const { owner, name, isStatic } of named) {
    const object: unknown = Reflect.get(globalThis, owner)
    const prototype: unknown = object instanceof Object ? Reflect.get(object, 'prototype') : null
    // `Response.json` is newer than the `json` of a response.
    for (const place of [isStatic === false ? null : object, isStatic === true ? null : prototype]) {
      const own = place instanceof Object ? Reflect.getOwnPropertyDescriptor(place, name) : undefined
      if (typeof own?.value === 'function' && place instanceof Object && Reflect.deleteProperty(place, name))
        removed += 1
    }
  }
  Object.assign(globalThis, { removedBuiltIns: removed })
}

/** Functions that the oldest browsers lack, but for one that Playwright calls in the page, and the shop does not. */
const newerFunctions = members
  .filter(({ isNew, name }) => isNew && /^[a-z]\w*$/.test(name) && name !== 'checkVisibility')
  .map(({ owner, name, isStatic }) => ({ owner, name, isStatic }))

/** A style sheet as a browser without its newer parts reads it: a rule with what it does not know is none. */
function withoutNewerStyles(sheet: string): string {
  return sheet
    .replaceAll(':has(', ':unknown-has(')
    .replaceAll('subgrid', 'unknown-grid')
    .replaceAll('color-mix(', 'unknown-mix(')
    .replaceAll('@starting-style', '@unknown-style')
    .replaceAll('field-sizing', 'unknown-sizing')
}

/** From its next address on, the page has nothing that the oldest browsers lack. */
export async function makeOldest(page: Page): Promise<void> {
  await page.addInitScript(removeNewer, newerFunctions)
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withoutNewerStyles(await response.text()) })
  })
}

/** How much of its browser this page lacks. */
export function countRemoved(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(globalThis, 'removedBuiltIns')))
}

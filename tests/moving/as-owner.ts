import { type APIRequestContext, request } from '@playwright/test'
import { adminOrderImports } from '@shop/contract/orders/import'
import { adminSettings } from '@shop/contract/settings/admin'
import { signInFirstOwner } from '../harness/shop/sign-in-first-owner.ts'
import type { OwnerFolder } from './owner-folder.ts'

/** Changes by the owner of a folder in the admin of its shop. */
export type Owner = {
  rename: (name: string) => Promise<void>
  /** The first row names the columns, by which the shop knows them. */
  importOrders: (rows: readonly string[], status: string) => Promise<void>
}

/** Signs in the first owner of a shop that runs in a folder, for as long as `work` takes. */
export async function asOwner(
  folder: OwnerFolder,
  address: string,
  work: (owner: Owner) => Promise<void>,
): Promise<void> {
  const printed = await folder.shop('owner', 'invite')
  const hash = /\/admin\/invite(#\S+)/.exec(printed)?.[1] ?? ''
  const browser = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address } })
  try {
    await signInFirstOwner(browser, `${address}/admin/invite${hash}`)
    await work({
      rename: async (name) => {
        const { settings } = await (await browser.get(adminSettings.getSettings.path)).json()
        const data = { wanted: { name }, seen: { name: settings.name } }
        await post(browser, adminSettings.changeSettings, data)
      },
      importOrders: async (rows, status) => {
        const columns = Object.fromEntries((rows[0] ?? '').split(',').map((name, index) => [name, index]))
        await post(browser, adminOrderImports.importOrders, { text: rows.join('\n'), columns, status })
      },
    })
  } finally {
    await browser.dispose()
  }
}

async function post(browser: APIRequestContext, { path }: { path: string }, data: object): Promise<void> {
  const response = await browser.post(path, { data })
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
}

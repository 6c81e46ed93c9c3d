import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, request } from '@playwright/test'
import { US_STATES } from '@shop/contract/address/us-states'
import { keysOf } from '@shop/contract/http/coercion'
import { adminMail } from '@shop/contract/mail/admin'
import { adminSettings } from '@shop/contract/settings/admin'
import { adminSalesTax } from '@shop/contract/tax/admin'
import { webhookPathOf } from '../../backend/settlement/webhooks.routes.ts'
import type { Gateway } from '../gateway/start-gateway.ts'
import { deliverMails } from '../harness/shop/deliver-mails.ts'
import type { ShopServer } from '../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../harness/shop/sign-in-first-owner.ts'

/** Presses of the switch, four a second: a backup takes a few seconds. */
const MAX_PRESSES = 480
const PRESS_MS = 250

/**
 * Opens orders as the family does: signs in as the first owner, does what the switch says is missing, and presses it until
 * nothing is. The shop needs a mail server and a folder for backups.
 */
export async function openOrders(shop: ShopServer, gateway: Gateway): Promise<void> {
  const owner = await request.newContext({ baseURL: shop.address, extraHTTPHeaders: { origin: shop.address } })
  try {
    await signInFirstOwner(owner, await printedInvite(shop))
    await done(() => owner.post(adminMail.sendTestMail.path, { data: {} }))
    await deliverMails(owner, shop.address)
    const wanted = keysOf(US_STATES).map((state) => ({ state, collected: false, delivery_taxed: false, permit: '' }))
    await done(() => owner.post(adminSalesTax.replaceTaxStates.path, { data: { wanted, seen: [] } }))
    const form = await gateway.notify({ kind: 'check' })
    await done(() => owner.post(webhookPathOf('braintree'), { form }))
    await untilOpen(owner)
  } finally {
    await owner.dispose()
  }
}

async function untilOpen(owner: APIRequestContext): Promise<void> {
  const data = { wanted: { orders: 'open' }, seen: { orders: 'paused' } }
  let missing = ''
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    const response = await owner.post(adminSettings.changeSettings.path, { data })
    if (response.ok()) return
    missing = await response.text()
    await pause(PRESS_MS)
  }
  throw new Error(`Orders could not be opened: ${missing}`)
}

/** Sends a request again while a shop that has just started on a busy machine answers that it is overloaded. */
async function done(send: () => ReturnType<APIRequestContext['post']>): Promise<void> {
  let response = await send()
  for (let press = 0; press < MAX_PRESSES && response.status() === 503; press += 1) {
    await pause(PRESS_MS)
    response = await send()
  }
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
}

import { type APIRequestContext, expect } from '@playwright/test'
import { totpCode } from '../../../backend/testing/totp.ts'
import { adminEntrance, adminSession } from '../../../contract/access/session.ts'
import type { ShopServer } from './shop-server.ts'

export const FIRST_OWNER = {
  name: 'Ada',
  email: 'ada@shop.example',
  password: 'seams hold for forty years',
} as const

/**
 * Signs in whom a link invites, by default the first owner with the one that the shop printed, without the screens that
 * `first-owner.long.spec.ts` walks through. Returns the secret of the app with codes.
 */
export async function signInFirstOwner(
  request: APIRequestContext,
  inviteLink: string,
  person: { name: string; email: string; password: string } = FIRST_OWNER,
): Promise<string> {
  const { origin: address, hash } = new URL(inviteLink)
  const post = async ({ path }: { path: string }, data: unknown) => {
    const response = await request.post(`${address}${path}`, { data, headers: { origin: address } })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return response.json()
  }
  await post(adminEntrance.acceptInvite, { token: hash.slice(1), ...person })
  const { uri } = await post(adminSession.startTotp, { password: person.password })
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  await post(adminEntrance.verifyCode, { code: totpCode(secret) })
  return secret
}

/** The link for the first owner, which the start prints right after the address. */
export async function printedInvite({ printed }: ShopServer): Promise<string> {
  const find = () => /http:\S+\/admin\/invite#\S+/.exec(printed.join('\n'))?.[0] ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

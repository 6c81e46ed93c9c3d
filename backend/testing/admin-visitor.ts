import { DEFAULT_RIGHTS, type HelperRight } from '@shop/contract/access/helper-rights'
import { type AdminRole, adminEntrance, adminSession } from '@shop/contract/access/session'
import { COMMAND_ACTOR } from '@shop/contract/audit/admin'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inviteAdmin } from '../admin/owners/invites.ts'
import type { TestShop } from './test-shop.ts'
import { totpCode } from './totp.ts'

export const PASSWORD = 'seams hold for forty years'

type Call = { method: 'GET' | 'POST'; path: string }

export type AdminVisitor = {
  /** Calls an endpoint of the contract with cookies and an Origin header. */
  call: (endpoint: Call, body?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>
  cookies: Map<string, string>
}

export function visitAdmin(app: FastifyInstance): AdminVisitor {
  const cookies = new Map<string, string>()
  return {
    cookies,
    call: async ({ method, path }, body, headers = {}) => {
      const response = await app.inject({
        method,
        url: path,
        headers: {
          host: 'localhost:3000',
          origin: 'http://localhost:3000',
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...headers,
        },
        ...(method === 'POST' ? { payload: Object(body ?? {}) } : {}),
      })
      for (const { name, value, maxAge } of response.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}

/** Signs in with password and app; returns the app's secret and the recovery codes, too. */
export async function signInAs(
  shop: TestShop,
  role: AdminRole,
  email = `${role}@shop.example`,
  rights?: readonly HelperRight[],
): Promise<AdminVisitor & { secret: string; recoveryCodes: string[] }> {
  const visitor = await acceptAs(shop, role, email, rights)
  const setup = (await visitor.call(adminSession.startTotp, { password: PASSWORD })).json()
  const secret = new URL(setup.uri).searchParams.get('secret') ?? ''
  await visitor.call(adminEntrance.verifyCode, { code: totpCode(secret) })
  return { ...visitor, secret, recoveryCodes: setup.recovery_codes }
}

/** Accepts an invitation; no second factor. */
export async function acceptAs(
  shop: TestShop,
  role: AdminRole,
  email: string,
  rights?: readonly HelperRight[],
): Promise<AdminVisitor> {
  const visitor = visitAdmin(shop.app)
  const token = await tokenOf(shop, role, rights)
  await visitor.call(adminEntrance.acceptInvite, { token, name: 'Ada', email, password: PASSWORD })
  return visitor
}

/** A new invitation's token. */
export async function tokenOf(
  { store, clock }: TestShop,
  role: AdminRole,
  rights: readonly HelperRight[] = DEFAULT_RIGHTS,
): Promise<string> {
  const { path } = await inviteAdmin({ database: store.database, clock, actor: COMMAND_ACTOR }, { role, rights })
  return path.slice(path.indexOf('#') + 1)
}

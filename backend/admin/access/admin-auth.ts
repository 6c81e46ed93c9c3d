import { asRecord } from '@shop/contract/http/coercion'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { originOf } from '../../platform/http/secure-access.ts'
import { loadOnce } from '../../platform/lib/load-once.ts'

export const AUTH_PATH = '/api/admin/auth'

export type AuthParts = {
  database: Database
  secret: string
  passwords: Context['passwords']
  shopName: () => string
}

export type AuthResponse = {
  ok: boolean
  status: number
  /** Such as `INVALID_CODE`. */
  code: string | null
  body: Readonly<Record<string, unknown>>
  setCookies: (reply: FastifyReply) => void
}

export type AdminAuth = {
  /** Calls the library in process with the request's cookies; GET without a body, else POST. */
  call: (request: FastifyRequest, path: string, body?: Record<string, unknown>) => Promise<AuthResponse>
}

/**
 * Creates the sign-in library, once for https and once for http, whose cookies differ; not per origin, since that takes
 * a tenth of a second, and a visitor can name any host. A failed load is retried. `onFailure` gets the code of an
 * unexpected error.
 */
export function createAdminAuth(
  loadHandler: (isHttps: boolean) => Promise<Handler>,
  onFailure: (code: string | null) => void,
): AdminAuth {
  const loads = { http: loadOnce(() => loadHandler(false)), https: loadOnce(() => loadHandler(true)) }
  return {
    call: async (request, path, body) => {
      const origin = originOf(request)
      const handle = await loads[request.protocol]()
      const response = await handle(
        new Request(`${origin}${AUTH_PATH}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: headersFor(request, origin),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      const result = await toAuthResponse(response)
      if (result.status < 500) return result
      onFailure(result.code)
      throw new AppError('unavailable')
    },
  }
}

export type Handler = (request: Request) => Promise<Response>

function headersFor({ headers }: FastifyRequest, origin: string): Headers {
  const { cookie, 'user-agent': userAgent } = headers
  return new Headers({
    origin,
    'content-type': 'application/json',
    ...(cookie === undefined ? {} : { cookie }),
    ...(userAgent === undefined ? {} : { 'user-agent': userAgent.slice(0, 500) }),
  })
}

async function toAuthResponse(response: Response): Promise<AuthResponse> {
  const json: unknown = await response.json().catch(() => null)
  const body = asRecord(json) ?? {}
  const { code } = body
  return {
    ok: response.ok,
    status: response.status,
    code: !response.ok && typeof code === 'string' ? code : null,
    body,
    setCookies: (reply) => {
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    },
  }
}

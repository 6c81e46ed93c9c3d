import { asRecord } from '@shop/contract/coercion'
import { betterAuth } from 'better-auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors/app-error.ts'
import { AUTH_PATH, type AuthParts, authOptions } from './auth-options.ts'
import { originOf } from './secure-access.ts'

/** Origins whose library instances are cached; a shop normally has one. */
const MAX_ORIGINS = 10

/** The library's response to one of its calls. */
export type AuthResponse = {
  ok: boolean
  status: number
  /** The library's error code, such as `INVALID_CODE`. */
  code: string | null
  body: Readonly<Record<string, unknown>>
  /** Adds the library's cookies to the reply. */
  setCookies: (reply: FastifyReply) => void
}

export type AdminAuth = {
  /** Calls the library in process with the request's cookies; a GET without a body, else a POST. */
  call: (request: FastifyRequest, path: string, body?: Record<string, unknown>) => Promise<AuthResponse>
}

/** The sign-in library, with one instance per origin of the admin, since cookies and passkeys depend on the origin. */
export function createAdminAuth(parts: AuthParts): AdminAuth {
  const instances = new LRUCache<string, Handler>({ max: MAX_ORIGINS })
  const instanceFor = (origin: string) => {
    const instance = instances.get(origin) ?? betterAuth(authOptions(parts, origin)).handler
    instances.set(origin, instance)
    return instance
  }
  return {
    call: async (request, path, body) => {
      const origin = originOf(request)
      const response = await instanceFor(origin)(
        new Request(`${origin}${AUTH_PATH}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: headersFor(request, origin),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      )
      // It depends on the database and on the hashing of passwords; `onFailure` has been called with what went wrong.
      if (response.status >= 500) throw new AppError('unavailable')
      return toAuthResponse(response)
    },
  }
}

type Handler = (request: Request) => Promise<Response>

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

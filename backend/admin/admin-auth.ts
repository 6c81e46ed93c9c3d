import { asRecord } from '@shop/contract/coercion'
import { betterAuth } from 'better-auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors/app-error.ts'
import { AUTH_PATH, type AuthParts, authOptions } from './auth-options.ts'
import { originOf } from './secure-access.ts'

/** Origins whose options are kept; the same shop has one, and a few more while it is set up. */
const MAX_ORIGINS = 10

/** What the library answered to one of its calls. */
export type AuthResponse = {
  ok: boolean
  status: number
  /** Its code of an error, such as `INVALID_CODE`. */
  code: string | null
  body: Readonly<Record<string, unknown>>
  /** Hands its cookies to the browser. */
  setCookies: (reply: FastifyReply) => void
}

export type AdminAuth = {
  /** Asks the library in process, with the cookies of the request. Without a body it is a GET. */
  call: (request: FastifyRequest, path: string, body?: Record<string, unknown>) => Promise<AuthResponse>
}

/** The sign-in library, one instance for each origin under which the admin is reached: cookies and passkeys depend on it. */
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
      if (response.status >= 500) throw new AppError('internal')
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

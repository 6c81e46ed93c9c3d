import type { ShopSettings } from '@shop/contract/shop'
import type { FastifyReply } from 'fastify'
import type { AppError } from './app-error.ts'
import { type ErrorResponse, errorResponse, wantsPage } from './error-response.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The shop's name for error pages. */
    shop: () => ShopSettings
  }
}

/** Sends an error: a page for people, JSON for calls (R4). Pass `status` only where HTTP has a more specific one. */
export function sendError(reply: FastifyReply, error: AppError, status?: number): FastifyReply {
  const { url, headers } = reply.request
  const page = wantsPage({ url, accept: headers.accept }) ? reply.server.shop() : null
  return send(reply, errorResponse(error, page, status))
}

/** Sends an error as a page, whatever the request accepts. */
export function sendErrorPage(reply: FastifyReply, error: AppError): FastifyReply {
  return send(reply, errorResponse(error, reply.server.shop()))
}

function send(reply: FastifyReply, { status, headers, body }: ErrorResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

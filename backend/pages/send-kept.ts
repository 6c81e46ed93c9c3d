import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, isUnchanged } from './compressed-forms.ts'
import type { KeptAnswer } from './kept.ts'
import { STALE_HEADERS } from './stale-answers.ts'

/** Sends a finished answer through Fastify; the same bytes and headers that `kept.serve` sends without it. */
export async function sendKept(
  answer: KeptAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const accept = request.headers['accept-encoding']
  const form = await answer.formFor(encodingFor(Array.isArray(accept) ? accept.join(',') : accept))
  if (answer.stale) reply.headers(STALE_HEADERS)
  if (answer.status === 200 && isUnchanged(request.headers['if-none-match'], form.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...unchanged } = form.headers
    return reply.code(304).headers(unchanged).send()
  }
  return reply.code(answer.status).headers(form.headers).send(form.body)
}

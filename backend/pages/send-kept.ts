import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, isUnchanged } from './compressed-forms.ts'
import type { KeptAnswer } from './kept.ts'

/** Sends a finished answer through Fastify; the same bytes and headers that `kept.serve` sends without it. */
export function sendKept(answer: KeptAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const accept = request.headers['accept-encoding']
  const form = answer.forms[encodingFor(Array.isArray(accept) ? accept.join(',') : accept)]
  if (answer.status === 200 && isUnchanged(request.headers['if-none-match'], form.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...unchanged } = form.headers
    return reply.code(304).headers(unchanged).send()
  }
  return reply.code(answer.status).headers(form.headers).send(form.body)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors/app-error.ts'

const FOREIGN_FORM_MESSAGE = 'This form came from another site, so nothing was done.'

/** Accepts HTML forms in the routes of a scope; others accept JSON only. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
}

/** Rejects a form sent from another site, which would request emails with its visitors' addresses. */
export function requireOwnForm({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', FOREIGN_FORM_MESSAGE)
}

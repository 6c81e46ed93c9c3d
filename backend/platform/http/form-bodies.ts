import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors/app-error.ts'

const FOREIGN_FORM_MESSAGE = 'This form came from another site, so nothing was done.'

/** Lets the routes of a scope take what an HTML form sends; all other routes take JSON only. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
}

/**
 * Rejects a form that a page of another site sends, as its browser says: mails would be asked for from the addresses of that
 * page's visitors. Older browsers say nothing.
 */
export function requireOwnForm({ headers: { 'sec-fetch-site': site } }: FastifyRequest): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new AppError('forbidden', FOREIGN_FORM_MESSAGE)
}

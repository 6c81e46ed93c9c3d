import type { FastifyInstance } from 'fastify'

/** Lets the routes of a scope take what an HTML form sends; all other routes take JSON only. */
export function acceptForms(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())))
  })
}

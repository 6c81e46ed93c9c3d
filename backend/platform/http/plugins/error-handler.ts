import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import type { ErrorLog } from '../errors/error-log.ts'
import { describeError } from '../errors/error-log.ts'
import { sendError } from '../errors/error-response.ts'
import { toAdminError, toAppError } from '../errors/to-app-error.ts'
import { isAdminRequest } from '../secure-access.ts'

/** The one place where an error becomes a response. */
export function handleErrors(app: FastifyInstance, errorLog: ErrorLog): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const appError = isAdminRequest(request) ? toAdminError(error) : toAppError(error)
    // A client that left amid its body reads no response, and nothing is wrong.
    if (error === request.raw.errored)
      request.log.debug({ error: describeError(error) }, 'a client left during its request')
    else if (appError.code === 'internal' || (appError.code === 'unavailable' && !(error instanceof AppError))) {
      errorLog.report(request.log, { route: request.routeOptions.url }, describeError(error), 'request failed')
    }
    return sendError(reply, appError)
  })
  for (const url of ['/api', '/api/*', '/images', '/images/*', '/assets/*']) {
    app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: sendNotFound })
  }
  app.setNotFoundHandler(sendNotFound)
}

function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, new AppError('not_found'))
}

import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ALIVE_PATH } from '../alive-path.ts'
import { AppError } from '../errors/app-error.ts'
import { isAdminRequest } from '../secure-access.ts'

/** Event loop delay in milliseconds from which load is shed. */
export const MAX_DELAY_MS = 2000

/** Responds 503 while the event loop is too far behind, so running requests can finish. */
export async function shedLoad(app: FastifyInstance, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    // After an interval without a measurement the plugin assumes an infinite delay. An interval as long as the limit
    // makes that correct; with a shorter one a single pause of a second shed all requests.
    sampleInterval: maxDelay,
    // Thrown, since the plugin continues with the request when a handler only sends a response.
    pressureHandler: async (request) => {
      // A process that is behind is alive; restarting it would not help.
      if (request.routeOptions.url === ALIVE_PATH) return
      // Few people use the admin, and the first sign-in itself holds up the event loop: it loads its library.
      if (isAdminRequest(request)) return
      throw new AppError('unavailable')
    },
  })
}

import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { ALIVE_PATH } from '../health/health.routes.ts'

/** How far behind the process may be before it sends visitors away for a moment, in milliseconds. */
export const MAX_DELAY = 2000

/** Answers 503 while the process cannot keep up, so that those already inside are served. */
export async function shedLoad(app: FastifyInstance, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    // After an interval in which it could not measure at all, the plugin takes the delay for endless. An interval as long
    // as the limit makes that true; with a shorter one a single pause of a second sent everybody away.
    sampleInterval: maxDelay,
    // Thrown, since the plugin goes on with the request after a handler that has merely sent an answer.
    pressureHandler: async (request) => {
      // A process that is behind is alive: starting it anew would send everybody away.
      if (request.routeOptions.url === ALIVE_PATH) return
      throw new AppError('unavailable')
    },
  })
}

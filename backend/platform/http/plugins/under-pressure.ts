import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ALIVE_PATH } from '../alive-path.ts'
import { AppError } from '../errors/app-error.ts'
import { isAdminRequest } from '../secure-access.ts'

export const MAX_DELAY_MS = 2000

export async function shedLoad(app: FastifyInstance, maxDelay: number): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    // After an interval without a measurement the plugin assumes an infinite delay, so a shorter one shed all requests.
    sampleInterval: maxDelay,
    // Thrown, since the plugin continues after a sent response.
    pressureHandler: async (request) => {
      // A busy process is alive; restarting it would not help.
      if (request.routeOptions.url === ALIVE_PATH) return
      // Few people use the admin, and the first sign-in itself holds up the event loop.
      if (isAdminRequest(request)) return
      throw new AppError('unavailable')
    },
  })
}

import { contactUsEndpoint } from '@shop/contract/contact'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { route } from '../endpoint-route.ts'
import { addressKey, limitAttempts } from '../plugins/attempts.ts'
import { receiveMessage } from './receive-message.ts'

/** Messages from one address: more than anybody has to say, far less than a script sends. */
const MESSAGES_PER_ADDRESS = { most: 8, minutes: 10 }

export function contactRoutes(app: FastifyInstance, context: Context): void {
  const byAddress = limitAttempts({ ...MESSAGES_PER_ADDRESS, clock: context.clock })

  route(app, contactUsEndpoint, async ({ body }, request) => {
    byAddress.count(addressKey(request.ip))
    const { website = '', ...message } = body
    await receiveMessage(context, message, website !== '')
    return { success: true as const }
  })
}

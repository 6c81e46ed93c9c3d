import { type Inquiry, listInquiriesEndpoint } from '@shop/contract/admin/inquiries'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import { decodeCursor, encodeCursor, PAGE_SIZE } from '../admin/list-cursor.ts'
import type { Context } from '../context.ts'
import { listMessagesPage, type StoredMessage } from './contact.repository.ts'

/** The admin's routes for inquiries. */
export function contactAdminRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, listInquiriesEndpoint, EVERYONE, async ({ query: { status, after } }) => {
    const [receivedAt = '', messageId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { receivedAt, messageId }
    const messages = await listMessagesPage(context.database, status, { from, limit: PAGE_SIZE + 1 })
    const shown = messages.slice(0, PAGE_SIZE)
    const last = messages.length > PAGE_SIZE ? shown.at(-1) : undefined
    return {
      inquiries: shown.map(toInquiry),
      next: last === undefined ? null : encodeCursor([last.received_at, last.message_id]),
    }
  })
}

function toInquiry({ probable_spam, ...message }: StoredMessage): Inquiry {
  return { ...message, probable_spam: probable_spam === 1 }
}

import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { isOneOf } from '../platform/database/queries.ts'

export async function readInquiries(database: Database, addresses: readonly string[]) {
  const inquiries = await database
    .selectFrom('contact_messages')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('received_at')
    .orderBy('message_id')
    .execute()
  const answers = await database
    .selectFrom('contact_answers')
    .innerJoin('contact_messages', 'contact_messages.message_id', 'contact_answers.message_id')
    .select(['contact_answers.message_id', 'contact_answers.text', 'contact_answers.answered_at'])
    .where(sql<boolean>`lower(contact_messages.email) in (${sql.join(addresses)})`)
    .orderBy('contact_answers.answered_at')
    .orderBy('answer_id')
    .execute()
  return inquiries.map((inquiry) => ({
    ...inquiry,
    answers: answers.filter(({ message_id }) => message_id === inquiry.message_id),
  }))
}

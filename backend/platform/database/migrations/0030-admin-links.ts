import { type Kysely, sql } from 'kysely'

/**
 * Who made an invitation, and when; links that set a new password for the admin. Tokens of the admin's sessions are
 * hashes from now on: those that backups of earlier versions hold open nothing.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('admin_invites').addColumn('created_by', 'text').execute()
  await database.schema.alterTable('admin_invites').addColumn('created_at', 'text').execute()
  await database.schema
    .createTable('admin_resets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('second_factor', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await database.schema.createIndex('admin_resets_user_id').on('admin_resets').column('user_id').execute()
  await sql`delete from admin_sessions`.execute(database)
}

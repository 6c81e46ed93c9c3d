import { type Kysely, sql } from 'kysely'

/**
 * Users of the admin with their credentials and sessions. The columns are those of the sign-in library, with times as
 * ISO text and booleans as 0 or 1.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addUsers(database)
  await addSessions(database)
  await addAccounts(database)
  await addVerifications(database)
  await addTwoFactors(database)
  await addPasskeys(database)
  await addInvites(database)
  await database.schema
    .createTable('admin_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

async function addUsers(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('admin_users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('image', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('two_factor_enabled', 'integer', (column) => column.defaultTo(0))
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'helper')`))
    .execute()
}

/** A foreign key to a user that deletes the row with the user. */
function addOwnedTable(database: Kysely<unknown>, name: string) {
  return database.schema
    .createTable(name)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('admin_users.id').onDelete('cascade'))
}

async function addUserIndex(database: Kysely<unknown>, table: string): Promise<void> {
  await database.schema.createIndex(`${table}_user_id`).on(table).column('user_id').execute()
}

async function addSessions(database: Kysely<unknown>): Promise<void> {
  await addOwnedTable(database, 'admin_sessions')
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await addUserIndex(database, 'admin_sessions')
}

async function addAccounts(database: Kysely<unknown>): Promise<void> {
  await addOwnedTable(database, 'admin_accounts')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'text')
    .addColumn('refresh_token_expires_at', 'text')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await addUserIndex(database, 'admin_accounts')
}

async function addVerifications(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('admin_verifications')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createIndex('admin_verifications_identifier')
    .on('admin_verifications')
    .column('identifier')
    .execute()
}

async function addTwoFactors(database: Kysely<unknown>): Promise<void> {
  await addOwnedTable(database, 'admin_two_factors')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backup_codes', 'text', (column) => column.notNull())
    .addColumn('verified', 'integer', (column) => column.defaultTo(1))
    .addColumn('failed_verification_count', 'integer', (column) => column.defaultTo(0))
    .addColumn('locked_until', 'text')
    .execute()
  await addUserIndex(database, 'admin_two_factors')
}

async function addPasskeys(database: Kysely<unknown>): Promise<void> {
  await addOwnedTable(database, 'admin_passkeys')
    .addColumn('name', 'text')
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('device_type', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'integer', (column) => column.notNull())
    .addColumn('transports', 'text')
    .addColumn('created_at', 'text')
    .addColumn('aaguid', 'text')
    .execute()
  await addUserIndex(database, 'admin_passkeys')
  await database.schema
    .createIndex('admin_passkeys_credential_id')
    .on('admin_passkeys')
    .column('credential_id')
    .execute()
}

async function addInvites(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('admin_invites')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'helper')`))
    .addColumn('first_owner', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
}

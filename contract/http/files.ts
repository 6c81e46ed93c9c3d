import type * as z from 'zod/mini'

/** A spreadsheet that the admin downloads: a GET that sends CSV as a stream. */
export type AdminFile<Query extends z.ZodMiniType = z.ZodMiniType> = {
  name: string
  path: string
  summary: string
  description: string
  query: Query
}

export function defineAdminFile<Query extends z.ZodMiniType>(file: AdminFile<Query>): AdminFile<Query> {
  return file
}

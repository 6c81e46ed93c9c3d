import { requestPath } from '@shop/contract/http/call'
import type { AdminFile } from '@shop/contract/http/files'
import { expect } from 'vitest'
import type { AdminVisitor } from '../admin-visitor.ts'

export async function downloadFile(
  visitor: AdminVisitor,
  { path }: AdminFile,
  query: Record<string, unknown> = {},
): Promise<string> {
  const { statusCode, payload } = await visitor.call({ method: 'GET', path: requestPath(path, {}, query) })
  expect([statusCode, payload.slice(0, 1)]).toEqual([200, '\uFEFF'])
  return payload.slice(1)
}

import { undoChangeEndpoint } from '@shop/contract/admin/audit'
import { changeResult } from '@shop/contract/admin/change'
import { ADMIN_ENDPOINTS } from '@shop/contract/admin/endpoints'
import type { Endpoint, RequestOf } from '@shop/contract/endpoint'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { AdminCallError, call, type LooseRequest } from './call.ts'
import { notifyDone, notifyFailed } from './notify-change.tsx'
import { sessionExpiry } from './session-expiry.ts'

/** A change on its way to the shop. All of it is JSON, so that it outlives the page. */
export type Change<E extends Endpoint = Endpoint> = {
  /** Name of the call: `POST /api/admin/…`. */
  endpoint: string
  request: RequestOf<E> & LooseRequest
  /** The shop does what it receives twice under one key once. */
  idempotencyKey: string
  /** What the notification says afterwards: "Marked as answered". */
  done: string
  /** The queries that show what is changed; they are read again afterwards. */
  refreshes: readonly QueryKey[]
}

/** Every change has this key; its defaults below send again what an earlier page has left. */
export const CHANGE_KEY: readonly string[] = ['change']

/** Changes are sent one after another, in the order in which they were made. */
export const CHANGE_SCOPE = { id: 'changes' }

export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** How changes are sent that an earlier page has left. Call it once, before `keepPendingChanges`. */
export function sendLeftChanges(queryClient: QueryClient): void {
  queryClient.setMutationDefaults(CHANGE_KEY, {
    mutationFn: (change: Change) => sendChange(endpointOf(change), change),
    onSuccess: (result: unknown, change: Change) => finishChange(queryClient, result, change),
    onError: (error: unknown, change: Change) => failChange(queryClient, error, change),
  })
}

/** Sends a change. When the session has ended meanwhile, it waits until somebody has signed in again. */
export async function sendChange<E extends Endpoint>(endpoint: E, { request, idempotencyKey }: Change<E>) {
  const send = () => call(endpoint, request, undefined, idempotencyKey)
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AdminCallError) || error.status !== 401) throw error
    sessionExpiry.notice()
    if (!sessionExpiry.isExpired()) throw error
    await sessionExpiry.reopened()
    return send()
  }
}

/** Says that a change is done, with Undo where it can be undone, and reads again what shows it. */
export async function finishChange(
  queryClient: QueryClient,
  result: unknown,
  { done, refreshes }: Pick<Change, 'done' | 'refreshes'>,
): Promise<void> {
  const { audit_id: auditId } = changeResult.parse(result)
  notifyDone(done, auditId === null ? null : () => void undo(queryClient, auditId, refreshes))
  await refresh(queryClient, refreshes)
}

/** Says why a change was not made, and reads again what it was to change. */
export async function failChange(queryClient: QueryClient, error: unknown, { refreshes }: Pick<Change, 'refreshes'>) {
  notifyFailed(error)
  await refresh(queryClient, refreshes)
}

async function refresh(queryClient: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  const always = [['audit'], ['today']]
  await Promise.all([...queryKeys, ...always].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Takes a change back by its id in the audit log. */
export function undo(queryClient: QueryClient, id: number, refreshes: readonly QueryKey[]): Promise<unknown> {
  const change: Change<typeof undoChangeEndpoint> = {
    endpoint: nameOf(undoChangeEndpoint),
    request: { body: { id } },
    idempotencyKey: crypto.randomUUID(),
    done: 'Undone',
    refreshes,
  }
  const options = queryClient.defaultMutationOptions({ mutationKey: CHANGE_KEY, scope: CHANGE_SCOPE })
  // What went wrong has been said by the defaults.
  return queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(change)
    .catch(() => {})
}

function endpointOf({ endpoint }: Change): Endpoint {
  const found = Object.values(ADMIN_ENDPOINTS).find((one) => nameOf(one) === endpoint)
  if (found === undefined) throw new AdminCallError('A change of an earlier version of this page cannot be sent.', 400)
  return found
}

import { adminAudit } from '@shop/contract/audit/admin'
import type { Call, CallRequest, RequestOf } from '@shop/contract/http/call'
import { changeResult } from '@shop/contract/http/endpoint'
import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { AdminCallError, call, isUnanswered } from '../call.ts'
import { sessionExpiry } from '../session.ts'
import { removeSentDraft, restoreSentDraft, type SentDraft } from '../use-draft.ts'
import { notifyDone, notifyFailed } from './notify-change.tsx'
import { NOT_STORED } from './pending-changes.ts'

/** A change to be sent. It is plain JSON, so it can be stored. */
export type Change<E extends Call = Call> = {
  /** Name of the endpoint: `POST /api/admin/…`. */
  endpoint: string
  request: RequestOf<E> & CallRequest
  /** Idempotency key: the backend executes requests with the same key once. */
  idempotencyKey: string
  /** Text of the notification on success: "Marked as answered". */
  done: string
  /** Queries that show what is changed; invalidated afterwards. */
  refreshes: readonly QueryKey[]
  /** The draft (`useDraft`) that the change was typed in, which goes once it is made; `null` without one. */
  draft: SentDraft | null
  /** The text that an undo puts back into its field. */
  restores?: SentDraft | undefined
}

/** Mutation key of all changes; its defaults resend the changes of an earlier page. */
export const CHANGE_KEY: readonly string[] = ['change']

/** Changes are sent one at a time, in order. */
const CHANGE_SCOPE = { id: 'changes' }

/** The name of an endpoint in a stored change: `POST /api/admin/…`. */
export function nameOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** Registers how changes of an earlier page are resent. Call it once, before `storePendingChanges`. */
export function registerResend(queryClient: QueryClient): void {
  queryClient.setMutationDefaults(CHANGE_KEY, {
    mutationFn: (change: Change) => sendChange(callOf(change), change),
    onSuccess: (result: unknown, change: Change) => finishChange(queryClient, result, change),
    onError: (error: unknown, change: Change) => failChange(queryClient, error, change),
  })
}

/**
 * How a change is sent. One that `neverWaits` is sent now or not at all: it is neither stored on the device nor repeated,
 * since it must not be made at a time that no one has chosen.
 */
export function sendingOptions<E extends Call>(endpoint: E, { neverWaits }: { neverWaits: boolean }) {
  return neverWaits
    ? ({
        mutationKey: CHANGE_KEY,
        meta: { [NOT_STORED]: true },
        networkMode: 'always',
        retry: false,
        mutationFn: (change: Change<E>) => sendNow(endpoint, change),
      } as const)
    : { mutationKey: CHANGE_KEY, scope: CHANGE_SCOPE, mutationFn: (change: Change<E>) => sendChange(endpoint, change) }
}

async function sendNow<E extends Call>(endpoint: E, change: Change<E>) {
  if (!onlineManager.isOnline()) throw new AdminCallError(NOT_SENT, 0)
  try {
    return await sendChange(endpoint, change)
  } catch (error) {
    throw isUnanswered(error) ? new AdminCallError(NO_ANSWER, 0) : error
  }
}

const NOT_SENT = 'You’re offline, so this wasn’t sent. Please try again once you’re back online.'
const NO_ANSWER = 'The shop didn’t respond, so we don’t know whether this was done. Please check before you try again.'

/** Sends a change. If the session has expired, it waits for a new sign-in. */
async function sendChange<E extends Call>(endpoint: E, { request, idempotencyKey }: Change<E>) {
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

export async function finishChange(
  queryClient: QueryClient,
  result: unknown,
  { done, refreshes, draft, restores }: Pick<Change, 'done' | 'refreshes' | 'draft' | 'restores'>,
): Promise<void> {
  if (draft !== null) removeSentDraft(draft)
  if (restores !== undefined) restoreSentDraft(restores)
  const { audit_id: auditId } = changeResult.parse(result)
  const restored = draft?.isRestored ? draft : undefined
  notifyDone(done, auditId === null ? null : () => void undo(queryClient, auditId, refreshes, restored))
  await refresh(queryClient, refreshes)
}

export async function failChange(queryClient: QueryClient, error: unknown, { refreshes }: Pick<Change, 'refreshes'>) {
  notifyFailed(error)
  await refresh(queryClient, refreshes)
}

export async function refresh(queryClient: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  const always = [['audit'], ['today'], ['missing']]
  await Promise.all([...queryKeys, ...always].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** Undoes a change by its audit id, and puts back what it was typed in. */
export function undo(
  queryClient: QueryClient,
  id: number,
  refreshes: readonly QueryKey[],
  restores?: SentDraft,
): Promise<unknown> {
  const change: Change<typeof adminAudit.undoChange> = {
    endpoint: nameOf(adminAudit.undoChange),
    request: { body: { id } },
    idempotencyKey: crypto.randomUUID(),
    done: 'Undone',
    refreshes,
    draft: null,
    restores,
  }
  const options = queryClient.defaultMutationOptions({ mutationKey: CHANGE_KEY, scope: CHANGE_SCOPE })
  // The mutation's defaults have already notified of the error.
  return queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(change)
    .catch(() => {})
}

/** The call of a stored change; `finishChange` reads its response. */
function callOf({ endpoint }: Change): Call {
  const [, path] = /^POST (\/api\/admin\/.+)$/.exec(endpoint) ?? []
  if (path === undefined)
    throw new AdminCallError('This change is from an earlier version of this page and can’t be sent.', 400)
  return { method: 'POST', path: `/${path.slice(1)}`, parse: (body) => body }
}

import { useRef, useState } from 'react'
import { accountFailure, isSignedOut } from './account-failure.ts'
import { clearSession } from './session-store.ts'

export type AccountRequest = {
  busy: boolean
  /** The last call succeeded, and no other was made since. */
  done: boolean
  /** The message about the last call; `null` unless it failed. */
  failure: string | null
  /** Makes a call, unless one is running; resolves with whether it succeeded. */
  send: (call: () => Promise<unknown>, onFailed?: (error: unknown) => void) => Promise<boolean>
}

/** One call of an account at a time. When the session has ended, the visitor is signed out here as well. */
export function useAccountRequest(): AccountRequest {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [failure, setFailure] = useState<string | null>(null)
  const underWay = useRef(false)

  async function send(call: () => Promise<unknown>, onFailed?: (error: unknown) => void): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setState('busy')
    setFailure(null)
    try {
      await call()
      setState('done')
      return true
    } catch (error) {
      console.info('A call of the account failed', error)
      setState('idle')
      setFailure(accountFailure(error))
      onFailed?.(error)
      if (isSignedOut(error)) clearSession()
      return false
    } finally {
      underWay.current = false
    }
  }

  return { busy: state === 'busy', done: state === 'done', failure, send }
}

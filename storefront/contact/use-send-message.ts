import { contactUsEndpoint } from '@shop/contract/contact'
import { useRef, useState } from 'react'
import { type Api, useApi } from '../lib/api.tsx'
import { preloadPopups } from '../ui/popup-region.tsx'
import { showPopup } from '../ui/popup-store.ts'
import { type ContactValues, messageOf } from './contact-form.ts'

/** The texts of section 8. */
const SENT = "Thank you for contacting us. We'll get back to you within 24 to 48hrs."
const REFUSED = 'Error sending message'
const FAILED = 'Server error'

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 30_000

type SendState = 'ready' | 'sending' | typeof REFUSED | typeof FAILED

/** Sends the message once, however often the button is pressed, and says how it ended. */
export function useSendMessage(): { state: SendState; send: (values: ContactValues, form: HTMLFormElement) => void } {
  const api = useApi()
  const [state, setState] = useState<SendState>('ready')
  const busy = useRef(false)

  async function send(values: ContactValues, form: HTMLFormElement): Promise<void> {
    if (busy.current) return
    busy.current = true
    setState('sending')
    preloadPopups()
    const failure = await post(api, values, String(new FormData(form).get('website') ?? ''))
    busy.current = false
    setState(failure ?? 'ready')
    if (failure === null) {
      // Closed first, so that the thanks gives focus back to what opened the form.
      form.closest('dialog')?.close()
      showPopup({ kind: 'success', text: SENT, timer: null, button: 'Okay' })
    } else {
      showPopup({ kind: 'error', text: failure, timer: null, button: 'Close' })
    }
  }

  return { state, send: (values, form) => void send(values, form) }
}

/** `null` when the backend says success; otherwise what is shown (R32). */
async function post(api: Api, values: ContactValues, website: string): Promise<typeof REFUSED | typeof FAILED | null> {
  const message = messageOf(values)
  if (message === null) return REFUSED
  const body = { ...message, ...(website === '' ? {} : { website }) }
  try {
    const success = await api.call(contactUsEndpoint, { body }, { signal: AbortSignal.timeout(PATIENCE) })
    return success ? null : REFUSED
  } catch (error) {
    console.info('The message could not be sent', error)
    return FAILED
  }
}

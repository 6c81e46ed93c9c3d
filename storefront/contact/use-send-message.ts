import { contactUsEndpoint } from '@shop/contract/contact'
import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { type Api, useApi } from '../data/api.tsx'
import { createStore } from '../data/store.ts'
import type { Form } from '../forms/use-form.ts'
import { useOpenDialog } from '../layout/dialog-address.ts'
import { preloadPopups } from '../popups/popup-region.tsx'
import { showPopup } from '../popups/popup-store.ts'
import { type ContactValues, messageOf } from './contact-form.ts'

/** The texts of section 8. */
const SENT = "Thank you for contacting us. We'll get back to you within 24 to 48hrs."
const REFUSED = 'Error sending message'
const FAILED = 'Server error'

/** How long an answer is waited for, in milliseconds. */
const TIMEOUT_MS = 30_000

type Failure = typeof REFUSED | typeof FAILED
type SendState = 'ready' | 'sending' | Failure

/**
 * The message that went out last, as far as it was typed, until it has arrived. It outlives its form, which can be
 * closed while it waits.
 */
type Outgoing = { typed: ContactValues; owner: string; state: Exclude<SendState, 'ready'> }

/** What is sent, and what of it the visitor typed: the rest is known of them, and not kept. */
type Message = Pick<Form<ContactValues>, 'values' | 'typed'>

const outgoing = createStore<Outgoing | null>(null)

/** The form while it is on the screen. */
type ShownForm = { dialog: RefObject<HTMLDialogElement | null>; form: RefObject<HTMLFormElement | null> }

let shownForm: ShownForm | null = null

/** Tells which form is on the screen, for as long as it is open. */
export function useShownForm(open: boolean, { dialog, form }: ShownForm): void {
  useEffect(() => {
    if (!open) return
    shownForm = { dialog, form }
    return () => {
      shownForm = null
    }
  }, [open, dialog, form])
}

/** What the given visitor wrote that did not arrive, or is still on its way; `null` when there is nothing such. */
export function unsentMessage(owner: string): ContactValues | null {
  const message = outgoing.get()
  return message?.owner === owner ? message.typed : null
}

/** Closing a form clears it (section 4), except of a message whose answer is not known yet. */
export function forgetMessage(): void {
  if (outgoing.get()?.state !== 'sending') outgoing.set(null)
}

/** Sends the message once, however often the button is pressed, and says how it ended. */
export function useSendMessage(owner: string): {
  state: SendState
  send: (message: Message, honeypot: string) => void
} {
  const api = useApi()
  const openDialog = useOpenDialog()
  const last = useSyncExternalStore(outgoing.subscribe, outgoing.get)

  async function send({ values, typed }: Message, honeypot: string): Promise<void> {
    if (outgoing.get()?.state === 'sending') return
    outgoing.set({ typed, owner, state: 'sending' })
    preloadPopups()
    const failure = await post(api, values, honeypot)
    outgoing.set(failure && { typed, owner, state: failure })
    if (failure === null) {
      // Closed first, so that the thanks gives focus back to what opened the form.
      shownForm?.dialog.current?.close()
      showPopup({ kind: 'success', text: SENT, timer: null, button: 'Okay', staysOnNavigation: true })
    } else {
      tellFailure(failure, () => openDialog('contact', {}))
    }
  }

  return {
    state: last?.owner === owner ? last.state : 'ready',
    send: (message, honeypot) => void send(message, honeypot),
  }
}

/** Once it was read, the way to try again is in sight: below the form, or in a form opened anew. */
function tellFailure(failure: Failure, reopen: () => void): void {
  const action = shownForm === null ? { label: 'Back to your message', run: reopen } : null
  showPopup({
    kind: 'error',
    text: failure,
    timer: null,
    button: 'Close',
    staysOnNavigation: true,
    ...(action && { action }),
    onClosed: () => shownForm?.form.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }),
  })
}

/** `null` when the backend says success; otherwise what is shown (R32). */
async function post(api: Api, values: ContactValues, website: string): Promise<Failure | null> {
  const message = messageOf(values)
  if (message === null) return REFUSED
  const body = { ...message, ...(website === '' ? {} : { website }) }
  try {
    const success = await api.call(contactUsEndpoint, { body }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return success ? null : REFUSED
  } catch (error) {
    console.info('The message could not be sent', error)
    return FAILED
  }
}

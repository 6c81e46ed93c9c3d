import { contactCalls } from '@shop/contract/contact/calls'
import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import { type Api, useApi } from '../data/api.tsx'
import { createStore } from '../data/store.ts'
import type { Form } from '../forms/use-form.ts'
import { useOpenDialog } from '../links/dialog-link.tsx'
import { showPopup } from '../popups/popup-store.ts'
import { type ContactValues, inquiryOf } from './contact-fields.tsx'

const SENT_MESSAGE = "Thank you for contacting us. We'll get back to you within 24 to 48hrs."
const NOT_SENT = 'Error sending message'
const FAILED_MESSAGE = 'Server error'

type Failure = typeof NOT_SENT | typeof FAILED_MESSAGE

/**
 * The visitor's input of the last message until it has arrived. It outlives the form, which can be closed while
 * sending.
 */
type Outgoing = { typed: ContactValues; owner: string; state: 'sending' | Failure }

/** A message, and the part of it that the visitor typed; values of the account are not kept. */
type Message = Pick<Form<ContactValues>, 'values' | 'typed'>

const outgoing = createStore<Outgoing | null>(null)

type ShownForm = { dialog: RefObject<HTMLDialogElement | null>; form: RefObject<HTMLFormElement | null> }

let shownForm: ShownForm | null = null

/** A form that is closed is forgotten, and its message as well (section 4), except while that is being sent. */
export function useShownForm(open: boolean, { dialog, form }: ShownForm): void {
  useEffect(() => {
    if (!open) return
    shownForm = { dialog, form }
    return () => {
      shownForm = null
      if (outgoing.get()?.state !== 'sending') outgoing.set(null)
    }
  }, [open, dialog, form])
}

/** The visitor's message that failed or is being sent; `null` without one. */
export function unsentInquiry(owner: string): ContactValues | null {
  const message = outgoing.get()
  return message?.owner === owner ? message.typed : null
}

/** Sends the message once, however often the button is clicked, and shows the result. */
export function useSendInquiry(owner: string) {
  const api = useApi()
  const openDialog = useOpenDialog()
  const last = useSyncExternalStore(outgoing.subscribe, outgoing.get)

  async function send({ values, typed }: Message, honeypot: string): Promise<void> {
    if (outgoing.get()?.state === 'sending') return
    outgoing.set({ typed, owner, state: 'sending' })
    const failure = await sendInquiry(api, values, honeypot)
    outgoing.set(failure && { typed, owner, state: failure })
    if (failure === null) {
      // Closed first, so focus returns to the dialog's opener after the popup.
      shownForm?.dialog.current?.close()
      showPopup({ kind: 'success', text: SENT_MESSAGE, timer: null, button: 'Okay', staysOnNavigation: true })
    } else {
      showFailure(failure, () => openDialog('contact', {}))
    }
  }

  return { state: last?.owner === owner ? last.state : 'ready', send }
}

/** After the error the form, or a newly opened one, shows how to retry. */
function showFailure(failure: Failure, reopen: () => void): void {
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

/** `null` on success, otherwise the text to show (R32). */
export async function sendInquiry(
  { call }: Pick<Api, 'call'>,
  values: ContactValues,
  website: string,
): Promise<Failure | null> {
  const message = inquiryOf(values)
  if (message === null) return NOT_SENT
  const body = { ...message, ...(website !== '' && { website }) }
  try {
    const success = await call(contactCalls.contactUs, { body })
    return success ? null : NOT_SENT
  } catch (error) {
    console.info('The message could not be sent', error)
    return FAILED_MESSAGE
  }
}

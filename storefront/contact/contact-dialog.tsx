import { useState } from 'react'
import { shop } from '../../shop.config.ts'
import { useVisitor } from '../accounts/session-store.ts'
import { currentCart } from '../cart/cart-store.ts'
import type { DialogPrefill } from '../layout/dialog-address.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useForm } from '../ui/use-form.ts'
import { cartInWords } from './cart-in-words.ts'
import { ContactFields } from './contact-fields.tsx'
import { asReason, type ContactValues, checkContact, EMPTY_MESSAGE } from './contact-form.ts'
import { useSendMessage } from './use-send-message.ts'

type ContactDialogProps = { open: boolean; prefill: DialogPrefill; onClose: () => void }

/** Writes to the maker (section 2). Opened anew it is empty again: closing and success clear it (section 4). */
export function ContactDialog({ open, prefill, onClose }: ContactDialogProps) {
  const known = useKnownFields()
  const [initial] = useState(() => initialValues(prefill))
  const form = useForm<ContactValues>({
    initial,
    check: (values) => checkContact({ ...values, ...known }),
  })
  const values = { ...form.values, ...known }
  const { state, send } = useSendMessage()
  const typed = values.message !== initial.message || state === 'sending'

  return (
    <Dialog title="Write to us" open={open} onClose={onClose} closesOnBackdrop={!typed} width="max-w-2xl">
      <p className="text-ink-soft">
        A question, an order for your store, praise or blame: we'll get back to you within 24 to 48 hours.
      </p>
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (form.checkAll()) send(values, event.currentTarget)
        }}
      >
        <ContactFields form={form} known={known} />
        <SendRow state={state} />
      </form>
    </Dialog>
  )
}

/** What the account says of a signed-in visitor; a field it leaves empty stays theirs to fill. */
function useKnownFields(): Partial<ContactValues> {
  const { user } = useVisitor()
  if (user === null) return {}
  const { firstName, lastName, email } = user
  return Object.fromEntries(Object.entries({ firstName, lastName, email }).filter(([, value]) => value.trim() !== ''))
}

function initialValues({ reason, reference = '', cart = false }: DialogPrefill): ContactValues {
  const words = cart ? cartInWords(currentCart()) : { reference }
  return { ...EMPTY_MESSAGE, reason: asReason(reason) ?? '', ...words }
}

function SendRow({ state }: { state: ReturnType<typeof useSendMessage>['state'] }) {
  const failed = state !== 'ready' && state !== 'sending'
  return (
    <>
      {failed && (
        <p className="mb-4 rounded-md bg-brick-light p-4 text-brick">
          <strong className="font-semibold">{state}.</strong> What you wrote is still here. Please try again in a
          moment, or write to{' '}
          <a className="underline underline-offset-2" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>
          .
        </p>
      )}
      <SendButton sending={state === 'sending'} />
    </>
  )
}

/** Stays where it is and keeps focus while sending; a second press does nothing. */
function SendButton({ sending }: { sending: boolean }) {
  return (
    <Button type="submit" aria-disabled={sending} className="w-full sm:w-auto sm:min-w-48">
      {sending ? 'Sending...' : 'Send message'}
    </Button>
  )
}

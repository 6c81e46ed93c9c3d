import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ownerOf } from '../accounts/personal-data.ts'
import { knownCustomer, useVisitor } from '../accounts/session-store.ts'
import { currentCart } from '../cart/cart-store.ts'
import { cachedLineProduct } from '../cart/line-product.tsx'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { type DialogPrefill, WHOLESALE_REASON } from '../links/dialog-link.tsx'
import { Dialog } from '../popups/dialog.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { cartInWords } from './cart-in-words.ts'
import {
  asReason,
  CONTACT_FIELDS,
  ContactFields,
  type ContactValues,
  checkContact,
  EMPTY_MESSAGE,
  honeypotValue,
} from './contact-fields.tsx'
import { unsentInquiry, useSendInquiry, useShownForm } from './use-send-inquiry.ts'

type ContactDialogProps = { open: boolean; prefill: DialogPrefill; onClose: () => void }

/**
 * The contact form (section 2). Closing it and success clear it (section 4); a message that was being sent when the
 * form was closed and failed is restored.
 */
export function ContactDialog({ open, prefill, onClose }: ContactDialogProps) {
  const visitor = useVisitor()
  const owner = ownerOf(visitor)
  const [unsent] = useState(() => unsentInquiry(owner))
  const words = useCartInWords()
  const [initial] = useState(() => unsent ?? initialValues(prefill, words))
  const form = useForm<ContactValues>({ initial, fixed: knownCustomer(visitor.user), check: checkContact })
  const { state, send } = useSendInquiry(owner)
  const dialogRef = useRef<HTMLDialogElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  useShownForm(open, { dialog: dialogRef, form: formRef })
  const typed =
    unsent !== null || state === 'sending' || CONTACT_FIELDS.some((name) => form.typed[name] !== initial[name])

  return (
    <Dialog
      ref={dialogRef}
      title="Write to us"
      open={open}
      onClose={onClose}
      closesOnBackdrop={!typed}
      width="max-w-2xl"
    >
      <p className="text-ink-soft">
        Ask a question, order for your store, or send praise or a complaint. We'll get back to you within 24 to 48
        hours.
      </p>
      <form
        ref={formRef}
        noValidate
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (form.checkAll()) void send(form, honeypotValue(event.currentTarget))
        }}
      >
        <ContactFields form={form} />
        <SendRow state={state} />
      </form>
    </Dialog>
  )
}

/** The cart is added for inquiries about orders, not for praise or complaints. */
function initialValues(
  { reason, reference = '', cart = false }: DialogPrefill,
  words: () => ReturnType<typeof cartInWords>,
): ContactValues {
  const about = cart && reason === WHOLESALE_REASON ? words() : { reference }
  return { ...EMPTY_MESSAGE, reason: asReason(reason) ?? '', ...about }
}

/** The current cart as text, with colors and sizes of cached products. */
function useCartInWords(): () => ReturnType<typeof cartInWords> {
  const queryClient = useQueryClient()
  const api = useApi()
  return () =>
    cartInWords(
      currentCart().map(({ product_id, product_name, quantity }) => {
        const { color, size } = cachedLineProduct(queryClient, api, product_id)
        return { product_name, quantity, color, size }
      }),
    )
}

function SendRow({ state }: { state: ReturnType<typeof useSendInquiry>['state'] }) {
  const shop = useShop()
  const failed = state !== 'ready' && state !== 'sending'
  return (
    <div>
      {failed && (
        <Alert className="mb-4">
          <strong className="font-semibold">{state}.</strong> What you wrote is still here. Please try again in a
          moment, or write to{' '}
          <a className="underline underline-offset-2" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>
          .
        </Alert>
      )}
      {/* It keeps its focus while sending; a second click does nothing. */}
      <Button type="submit" aria-disabled={state === 'sending'} className="w-full sm:w-auto sm:min-w-48">
        {state === 'sending' ? 'Sending...' : 'Send message'}
      </Button>
      <SlowNote waiting={state === 'sending'}>
        This is taking longer than usual. You can close this form. We’ll tell you how it went.
      </SlowNote>
    </div>
  )
}

import type { RequestOf } from '@shop/contract/http/call'
import { CallError } from '@shop/contract/http/errors'
import type { Order } from '@shop/contract/orders/calls'
import {
  isShopsError,
  RETURN_DETAILS_LENGTH,
  RETURN_REASONS,
  type ReturnItem,
  returnCalls,
} from '@shop/contract/returns/calls'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { type FieldBinding, FieldFrame, SelectField, TextAreaField } from '../../forms/field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import type { Lookup } from '../orders.queries.ts'
import { checkReturn, chosenItems, initialFields, isOnePiece, type ReturnFields } from './return-request.ts'

type ReturnFormProps = {
  order: Order
  lookup: Lookup
  returnable: readonly ReturnItem[]
  /** What can be returned has changed since. */
  onRefused: () => Promise<void>
  onSent: () => Promise<void>
  onClose: () => void
}

const NOT_SENT = 'We couldn’t send your request. Please try again.'

/** Asks to return items, opened in place with the focus in it. Input is kept until it closes. */
export function ReturnForm({ order, lookup, returnable, onRefused, onSent, onClose }: ReturnFormProps) {
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const form = useForm<ReturnFields>({
    initial: initialFields(returnable),
    check: (fields) => checkReturn(fields, returnable),
  })
  const { busy, failure, send } = useSending(lookup)
  const { reason, details } = form.values

  const nameOf = (id?: string) => order.items.find((item) => item.order_item_id === id)?.product_name ?? 'Item'

  useEffect(() => ref.current?.querySelector('select')?.focus(), [])

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const known = RETURN_REASONS.find((one) => one === reason)
    if (busy || !form.checkAll() || known === undefined) return
    const items = chosenItems(form.values, returnable)
    const outcome = items.length > 0 && (await send({ items, reason: known, details: details.trim() }))
    if (outcome === 'sent') await onSent()
    if (outcome === 'refused') await onRefused()
  }

  return (
    <form
      ref={ref}
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => void handleSubmit(event)}
      className="rise"
    >
      <h3 id={`${id}-title`} className="font-display text-xl font-semibold">
        Request a return
      </h3>
      {isOnePiece(returnable) ? (
        <p className="mt-3 mb-5 font-medium wrap-anywhere">{nameOf(returnable[0]?.order_item_id)}</p>
      ) : (
        <fieldset className="mt-4">
          <legend className="text-ink-soft">What do you want to return?</legend>
          <div className="mt-3 grid gap-x-6 sm:grid-cols-2">
            {returnable.map(({ order_item_id, quantity }) => (
              <QuantityField
                key={order_item_id}
                {...form.field(order_item_id)}
                label={nameOf(order_item_id)}
                quantity={quantity}
                isOnly={returnable.length === 1}
              />
            ))}
          </div>
        </fieldset>
      )}
      <div className="grid gap-x-6 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <SelectField {...form.field('reason')} label="Reason" required>
          <option value="">Choose a reason</option>
          {RETURN_REASONS.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </SelectField>
        <TextAreaField {...form.field('details')} label="Details" rows={3} maxLength={RETURN_DETAILS_LENGTH} />
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {reason === '' ? null : termsFor(reason)}
      </p>
      <p role="alert" className="mt-2 text-brick empty:hidden">
        {failure}
      </p>
      <SlowNote waiting={busy}>
        This is taking longer than usual. Your request is on its way. You don’t need to send it again.
      </SlowNote>
      <div className="mt-4 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" aria-disabled={busy} onClick={() => busy || onClose()}>
          Keep everything
        </Button>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Submitting...' : 'Request a return'}
        </Button>
      </div>
    </form>
  )
}

type QuantityFieldProps = FieldBinding & { label: string; quantity: number; isOnly: boolean }

/** How many of an item come back, if any. */
function QuantityField({ id, name, value, error, label, quantity, isOnly, onChange, onBlur }: QuantityFieldProps) {
  return (
    <FieldFrame id={id} label={label} required={null} error={error}>
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        className="control"
      >
        <option value="">{isOnly ? 'Choose how many' : quantity > 1 ? 'Keep all' : 'Keep it'}</option>
        {Array.from({ length: quantity }, (_, index) => index + 1).map((count) => (
          <option key={count} value={count}>
            Return {count}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** The policy's terms for a reason (section 9). */
function termsFor(reason: string): string {
  return isShopsError(reason)
    ? 'If it’s our error, we’ll send you a prepaid label and refund you in full, including shipping.'
    : 'You pay for return shipping. Original shipping is non-refundable.'
}

type Request = Pick<RequestOf<typeof returnCalls.askToReturn>['body'], 'items' | 'reason' | 'details'>

/** Sends a request once; `refused`: the order is not what it was, as `failure` says. */
function useSending(lookup: Lookup) {
  const api = useApi()
  const { token } = useVisitor()
  const [busy, setBusy] = useState(false)
  /** A second press may come before the page shows the first one. */
  const isSending = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function send(request: Request): Promise<'sent' | 'refused' | 'failed'> {
    if (isSending.current) return 'failed'
    isSending.current = true
    setBusy(true)
    setFailure(null)
    try {
      await api.call(returnCalls.askToReturn, { body: { ...lookup, ...request } }, { token })
      return 'sent'
    } catch (error) {
      console.info('The request was not accepted', error)
      const isRefused = error instanceof CallError && error.status === 409
      setFailure((isRefused ? error.serverMessage : null) ?? NOT_SENT)
      return isRefused ? 'refused' : 'failed'
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return { busy, failure, send }
}

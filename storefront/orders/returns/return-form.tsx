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
import { type FormEvent, useId } from 'react'
import { useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { useSend } from '../../data/use-send.ts'
import { type FieldBinding, FieldFrame, SelectField, TextAreaField } from '../../forms/field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { focusChoiceOnAppear } from '../../ui/focus.ts'
import { Heading } from '../../ui/heading.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import type { Lookup } from '../orders.queries.ts'
import { checkReturn, chosenItems, initialFields, isOnePiece, type ReturnFields } from './return-request.ts'

type ReturnFormProps = {
  order: Order
  lookup: Lookup
  returnable: readonly ReturnItem[]
  /** The returnable items have changed since. */
  onRefused: () => Promise<void>
  onSent: () => Promise<void>
  onClose: () => void
}

type Request = Pick<RequestOf<typeof returnCalls.askToReturn>['body'], 'items' | 'reason' | 'details'>

const NOT_SENT = 'We couldn’t send your request. Please try again.'

/** Asks to return items, opened in place with the focus in it. Input is kept until it closes. */
export function ReturnForm({ order, lookup, returnable, onRefused, onSent, onClose }: ReturnFormProps) {
  const id = useId()
  const form = useForm<ReturnFields>({
    initial: initialFields(returnable),
    check: (fields) => checkReturn(fields, returnable),
  })
  const api = useApi()
  const { token } = useVisitor()
  const {
    isPending: busy,
    error,
    send,
  } = useSend((request: Request) => api.call(returnCalls.askToReturn, { body: { ...lookup, ...request } }, { token }))
  const { reason, details } = form.values

  const nameOf = (id?: string) => order.items.find((item) => item.order_item_id === id)?.product_name ?? 'Item'

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    const known = RETURN_REASONS.find((one) => one === reason)
    if (busy || !form.checkAll() || known === undefined) return
    const items = chosenItems(form.values, returnable)
    const request = { items, reason: known, details: details.trim() }
    const options = { onSuccess: onSent, onError: (failure: Error) => isRefused(failure) && onRefused() }
    if (items.length > 0) void send(request, options)
  }

  return (
    <form ref={focusChoiceOnAppear} noValidate aria-labelledby={`${id}-title`} onSubmit={handleSubmit} className="rise">
      <Heading as="h3" id={`${id}-title`}>
        Request a return
      </Heading>
      {isOnePiece(returnable) ? (
        <p className="mt-3 mb-5 font-medium wrap-anywhere">{nameOf(returnable[0]?.order_item_id)}</p>
      ) : (
        <fieldset className="mt-4">
          <legend className="text-ink-soft">What do you want to return?</legend>
          <div className="mt-3 grid gap-x-6 sm:grid-cols-2 md:grid-cols-[repeat(auto-fill,16rem)]">
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
      <div role="alert" className="mt-2">
        {error && <Alert>{(isRefused(error) ? error.serverMessage : null) ?? NOT_SENT}</Alert>}
      </div>
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

/** That what can be returned is not what it was. */
function isRefused(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 409
}

import { CANCELLATION_REASONS, JUSTIFICATION_LENGTH, type Order, type OrderItem } from '@shop/contract/orders/calls'
import type { Quantities } from '@shop/contract/orders/split-lines'
import { Check } from 'lucide'
import { type FormEvent, useId, useRef, useState } from 'react'
import { FieldFrame, SelectField, TextAreaField } from '../../forms/field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { DialogLink } from '../../links/dialog-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { focusChoiceOnAppear, focusOnAppear } from '../../ui/focus.ts'
import { Heading } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { type CancelFields, canCancelAny, checkCancelFields, hasShipped } from './cancellation-rules.ts'
import {
  CANCELLED_MESSAGE,
  type Cancellation,
  type CancellationError,
  type CancellationKind,
  type CancellationRequest,
  chosenCount,
  NOT_CANCELLED,
} from './use-cancellation.ts'

type CancelAreaProps = {
  order: Order
  chosen: readonly OrderItem[]
  cancellation: Cancellation
  itemsErrorId: string
  /** Scrolls to the items when none is selected. */
  onItemsWrong: () => void
  onDone: () => void
}

/** The Cancel Order button, shown while an item can be cancelled, its form, and the result. */
export function CancelArea({ order, chosen, cancellation, itemsErrorId, onItemsWrong, onDone }: CancelAreaProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const shipped = hasShipped(order)

  function handleSubmit(request: CancellationRequest): CancellationError | null {
    const error = cancellation.submit(request, () => {
      setOpen(false)
      onDone()
    })
    if (error?.field === 'items') onItemsWrong()
    return error
  }

  function handleOpen(): void {
    cancellation.reset()
    setOpen(true)
  }

  function handleClose(): void {
    if (cancellation.kind === 'busy') return
    cancellation.reset()
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  return (
    <div className="print:hidden">
      <Success done={cancellation.kind === 'done'} />
      {order.cancel_problem !== null && (
        <p className="border-t border-line pt-6 text-sm text-ink-soft">{order.cancel_problem}</p>
      )}
      {!open && canCancelAny(order) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-6">
          <p className="text-sm text-ink-soft">
            {shipped
              ? 'Order is already shipped. Please contact seller.'
              : 'Changed your mind? Choose items above, then cancel them here.'}
          </p>
          <Button ref={button} variant="outline" aria-expanded={false} onClick={handleOpen} className="max-sm:w-full">
            Cancel Order
          </Button>
        </div>
      )}
      {open && order.cancel_problem === null && (
        <CancelForm
          items={chosen}
          shipped={shipped}
          kind={cancellation.kind}
          error={cancellation.error}
          itemsErrorId={itemsErrorId}
          onSubmit={handleSubmit}
          onClose={handleClose}
        />
      )}
    </div>
  )
}

/** The result stays on the page, is announced, and gets the focus of the closed form. */
function Success({ done }: { done: boolean }) {
  return (
    <div role="status">
      {done && (
        <p
          ref={focusOnAppear}
          tabIndex={-1}
          className="rise mb-6 flex items-center gap-3 rounded-md border border-moss px-4 py-3 font-medium text-moss"
        >
          <Icon icon={Check} size={20} className="shrink-0" />
          {CANCELLED_MESSAGE}
        </p>
      )}
    </div>
  )
}

type CancelFormProps = {
  items: readonly OrderItem[]
  shipped: boolean
  kind: CancellationKind
  error: CancellationError | null
  itemsErrorId: string
  onSubmit: (request: CancellationRequest) => CancellationError | null
  onClose: () => void
}

const EMPTY_FIELDS: CancelFields = { reason: '', details: '' }

/** The reason form, opened in place with the focus in it (section 4). Input is kept until it closes. */
function CancelForm({ items, shipped, kind, error, itemsErrorId, ...handle }: CancelFormProps) {
  const id = useId()
  const form = useForm<CancelFields>({ initial: EMPTY_FIELDS, check: checkCancelFields })
  const [quantities, setQuantities] = useState<Quantities>(new Map())
  const busy = kind === 'busy'

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    const selected = items.map((item) => item.order_item_id)
    const wrong = handle.onSubmit({ selected, quantities, ...form.values })
    if (wrong?.field === 'reason' || wrong?.field === 'details') form.checkAll()
  }

  return (
    <form
      ref={focusChoiceOnAppear}
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={handleSubmit}
      className="rise border-t border-line pt-6 print:hidden"
    >
      <Heading as="h3" id={`${id}-title`}>
        Cancel items
      </Heading>
      {shipped && <ShippedNote isError={error?.field === 'order'} />}
      <ChosenItems items={items} errorId={itemsErrorId} error={error?.field === 'items' ? error.message : null} />
      <ChosenPieces items={items} quantities={quantities} onChange={setQuantities} />
      <div className="mt-4 grid gap-x-6 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
        <SelectField {...form.field('reason')} label="Reason" required>
          <option value="">Choose a reason</option>
          {CANCELLATION_REASONS.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </SelectField>
        <TextAreaField {...form.field('details')} label="Details" required rows={3} maxLength={JUSTIFICATION_LENGTH} />
      </div>
      <div role="alert">
        <Failure kind={kind} shipped={shipped} />
      </div>
      <SlowNote waiting={busy}>
        This is taking longer than usual. Your request is on its way. You don’t need to send it again.
      </SlowNote>
      <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="outline" aria-disabled={busy} onClick={handle.onClose}>
          Keep my order
        </Button>
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Submitting...' : 'Submit Request'}
        </Button>
      </div>
    </form>
  )
}

/** The failure, with its reason if the order shows it: cancelled by someone else, or shipped in the meantime. */
function Failure({ kind, shipped }: { kind: CancellationKind; shipped: boolean }) {
  if (kind !== 'failed' && kind !== 'changed') return null
  if (kind === 'changed' && shipped) return <Alert>We couldn’t cancel anything: this order has already shipped.</Alert>
  return (
    <Alert>
      <p>{NOT_CANCELLED}</p>
      {kind === 'changed' && <p className="text-sm">This order has changed. Look at the items above.</p>}
    </Alert>
  )
}

/** Shown before the form is filled in; the same text is an error on submit (R27). */
function ShippedNote({ isError }: { isError: boolean }) {
  return (
    <p className={`mt-3 rounded-md border px-4 py-3 ${isError ? 'border-brick text-brick' : 'border-line bg-paper'}`}>
      Order is already shipped. Please contact seller.{' '}
      <DialogLink
        dialog="contact"
        prefill={{ reason: 'Inquiry about your order' }}
        className="font-medium text-ink underline underline-offset-4 hover:text-clay"
      >
        Contact us
      </DialogLink>
    </p>
  )
}

type ChosenPiecesProps = {
  items: readonly OrderItem[]
  quantities: Quantities
  onChange: (quantities: Quantities) => void
}

/** How many pieces of an item are cancelled, where the backend can cancel fewer than all. */
function ChosenPieces({ items, quantities, onChange }: ChosenPiecesProps) {
  return items.map((item) => {
    const { order_item_id: id, product_name, cancellable_quantity } = item
    const chosen = chosenCount(item, quantities)
    if (chosen === null || cancellable_quantity === null) return null
    const counts = Array.from({ length: cancellable_quantity }, (_, index) => index + 1)
    return (
      <div key={id} className="mt-3 max-w-xs">
        <FieldFrame id={`${id}-count`} label={`Quantity of ${product_name} to cancel`} required={null} error={null}>
          <select
            id={`${id}-count`}
            className="control"
            value={chosen}
            onChange={(event) => onChange(withCount(quantities, id, Number(event.target.value), cancellable_quantity))}
          >
            {counts.map((count) => (
              <option key={count} value={count}>
                {count === cancellable_quantity ? `${count} (all)` : count}
              </option>
            ))}
          </select>
        </FieldFrame>
      </div>
    )
  })
}

function withCount(quantities: Quantities, id: string, count: number, all: number): Quantities {
  const others = [...quantities].filter(([other]) => other !== id)
  return new Map(count === all ? others : [...others, [id, count]])
}

type ChosenItemsProps = { items: readonly OrderItem[]; errorId: string; error: string | null }

function ChosenItems({ items, errorId, error }: ChosenItemsProps) {
  return (
    <div className="mt-3">
      {items.length > 0 ? (
        <ul className="flex flex-wrap gap-x-2">
          {items.map((item, index) => (
            <li key={item.order_item_id} className="font-medium">
              {item.product_name}
              {item.quantity !== null && item.quantity > 1 && ` × ${item.quantity}`}
              {index < items.length - 1 && ','}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft">Choose the items to cancel above.</p>
      )}
      <p id={errorId} className="text-sm text-brick empty:hidden">
        {error}
      </p>
    </div>
  )
}

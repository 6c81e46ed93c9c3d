import type { Order, OrderItem } from '@shop/contract/orders'
import { Check } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CancelForm } from './cancel-form.tsx'
import { canCancelAny } from './cancellation-rules.ts'
import { CANCELLED, type Cancellation, type CancellationRequest } from './use-cancellation.ts'

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
  const formId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const shipped = order.tracking_number !== null

  async function handleSubmit(request: CancellationRequest) {
    const outcome = await cancellation.submit(request)
    if (outcome?.error?.field === 'items') onItemsWrong()
    if (outcome?.kind === 'done') {
      setOpen(false)
      onDone()
    }
    return outcome?.error ?? null
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
    <div id={formId} className="print:hidden">
      <Success done={cancellation.kind === 'done'} />
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
      {open && (
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
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (done) ref.current?.focus()
  }, [done])
  return (
    <div role="status">
      {done && (
        <p
          ref={ref}
          tabIndex={-1}
          className="rise mb-6 flex items-center gap-3 rounded-md border border-moss px-4 py-3 font-medium text-moss"
        >
          <Icon icon={Check} size={20} className="shrink-0" />
          {CANCELLED}
        </p>
      )}
    </div>
  )
}

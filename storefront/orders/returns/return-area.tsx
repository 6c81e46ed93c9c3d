import type { Order, OrderItem } from '@shop/contract/orders/calls'
import type { OrderReturns, ShownReturn } from '@shop/contract/returns/calls'
import { policyIf, SHOPS_ERROR } from '@shop/contract/returns/return-policy'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide'
import { useRef, useState } from 'react'
import { useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { DialogLink } from '../../links/dialog-link.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, CLEAR_LINK } from '../../ui/button.tsx'
import { focusOnAppear } from '../../ui/focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { formatDate } from '../format-date.ts'
import type { Lookup } from '../orders.queries.ts'
import { ReturnForm } from './return-form.tsx'
import { returnsQuery, returnWords } from './return-request.ts'

type ReturnAreaProps = { order: Order; lookup: Lookup }

/** Of an order that has arrived: what was asked to be returned, and a form to ask, for as long as the policy says. */
export function ReturnArea({ order, lookup }: ReturnAreaProps) {
  const { data, error, isFetching, refetch } = useQuery(returnsQuery(useApi(), useVisitor(), lookup))
  if (data) return <Returns order={order} lookup={lookup} found={data} onChanged={async () => void (await refetch())} />
  if (error === null) return null
  return (
    <Alert
      role="alert"
      className="mt-6 print:hidden"
      action={<TryAgain variant="outline" busy={isFetching} onRetry={() => void refetch()} />}
    >
      We couldn’t check what you can return.
    </Alert>
  )
}

function Returns({
  order,
  lookup,
  found: { last_day, is_over, returnable, returns },
  onChanged,
}: ReturnAreaProps & { found: OrderReturns; onChanged: () => Promise<void> }) {
  const { words } = useShop()
  const [open, setOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const day = formatDate(last_day)
  if (day === null && returns.length === 0) return null

  function handleClose(): void {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }

  async function handleSent(): Promise<void> {
    await onChanged()
    setOpen(false)
    setIsSent(true)
  }

  return (
    <div className="mt-6 flex flex-col gap-6 border-t border-line pt-6 print:hidden">
      <Sent isSent={isSent} />
      {returns.map((asked) => (
        <ReturnState key={asked.return_id} asked={asked} items={order.items} />
      ))}
      {is_over && returns.length === 0 && (
        <p className="text-sm text-ink-soft">
          The return window closed on {day}.{' '}
          <DialogLink dialog="contact" prefill={{ reason: 'Inquiry about your order' }} className={CLEAR_LINK}>
            Contact us
          </DialogLink>
        </p>
      )}
      {!open && returnable.length > 0 && (
        <div className="flex items-center justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
          <p className="max-w-[52ch] text-sm text-ink-soft">
            We accept returns until {day}
            {words.policyIf ?? policyIf}.{words.policyIf === '' ? '' : ` ${SHOPS_ERROR}`}
          </p>
          <Button
            ref={button}
            variant="outline"
            aria-expanded={false}
            onClick={() => {
              setIsSent(false)
              setOpen(true)
            }}
            className="shrink-0 max-sm:w-full"
          >
            Request a return
          </Button>
        </div>
      )}
      {open && (
        <ReturnForm
          order={order}
          lookup={lookup}
          returnable={returnable}
          onRefused={onChanged}
          onSent={handleSent}
          onClose={handleClose}
        />
      )}
    </div>
  )
}

/** The result stays on the page, is announced, and gets the focus of the closed form. */
function Sent({ isSent }: { isSent: boolean }) {
  return (
    <div role="status" className="empty:hidden">
      {isSent && (
        <p
          ref={focusOnAppear}
          tabIndex={-1}
          className="rise flex items-center gap-3 rounded-md border border-moss px-4 py-3 font-medium text-moss"
        >
          <Icon icon={Check} size={20} className="shrink-0" />
          We’ve received your request. We’ll email you a confirmation.
        </p>
      )}
    </div>
  )
}

/** How far a return is, and what happens next. */
function ReturnState({ asked, items }: { asked: ShownReturn; items: readonly OrderItem[] }) {
  const { title, next } = returnWords(asked, useShop().words)
  const names = asked.items.map(({ order_item_id, quantity }) => {
    const name = items.find((item) => item.order_item_id === order_item_id)?.product_name ?? 'An item'
    return quantity > 1 ? `${name} × ${quantity}` : name
  })
  return (
    <section aria-label={title} className="rounded-md border border-line bg-paper px-4 py-4">
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-1">
        {names.join('; ')} <span className="text-ink-soft">({asked.reason})</span>
      </p>
      {asked.answer !== null && (
        <div className="mt-2 wrap-anywhere">
          {asked.answer.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the answer never changes, and two lines may be alike
            <p key={index}>{line}</p>
          ))}
        </div>
      )}
      {next !== '' && <p className="mt-2 max-w-[60ch] text-sm text-ink-soft">{next}</p>}
      {asked.label_url !== null && (
        <p className="mt-3">
          <a href={asked.label_url} className={CLEAR_LINK}>
            Download the prepaid label
          </a>
        </p>
      )}
    </section>
  )
}

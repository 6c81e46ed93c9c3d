import { type DelayedOrder, delayedOrderCalls } from '@shop/contract/delays/calls'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountForm, accountFailure, isInvalidLink, useAccountRequest } from '../../accounts/account-form.tsx'
import { MailedLinkPage } from '../../accounts/sign-in/mailed-link.tsx'
import { useApi } from '../../data/api.tsx'
import { ButtonLink } from '../../links/shop-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useHeadingFocus } from '../../ui/heading.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { formatDate } from '../format-date.ts'

type Answer = 'cancel' | 'wait'

/**
 * The page of the link in a delay notice: the order, which a press cancels. Opening it changes nothing, since programs
 * that check mails open every link.
 */
export function DelayedOrderAnswer({ token }: { token: string | null }) {
  const api = useApi()
  const [answered, setAnswered] = useState<{ order: DelayedOrder; answer: Answer } | null>(null)
  // What the shop said at the press; what it says of the link is the query's error.
  const [failure, setFailure] = useState<unknown>(null)
  const query = useQuery({
    queryKey: ['delayed-order', token],
    queryFn: ({ signal }) => api.call(delayedOrderCalls.getDelayedOrder, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== null,
  })
  const state = stateOf()
  useHeadingFocus(state)

  function stateOf() {
    if (token === null) return 'incomplete'
    if (answered !== null) return 'done'
    return failure !== null || isInvalidLink(query.error) ? 'invalid' : 'open'
  }

  return (
    <MailedLinkPage
      state={state}
      title="Your order is delayed"
      description="Cancel a delayed order, or choose to wait."
      done={answered && <Answered {...answered} />}
      incomplete="Part of it is missing. Open the link in the email again, or find your order by its number."
      invalid={accountFailure(failure ?? query.error)}
      next={
        <ButtonLink to="/orderAndReturn" replace>
          Orders & Returns
        </ButtonLink>
      }
    >
      {query.isPending && token !== null && (
        <p role="status" className="mt-4 text-ink-soft">
          Looking up your order...
        </p>
      )}
      {query.isError && (
        <Alert
          role="alert"
          className="mt-4"
          action={<TryAgain variant="outline" busy={query.isFetching} onRetry={() => void query.refetch()} />}
        >
          {accountFailure(query.error)}
        </Alert>
      )}
      {query.data && token !== null && (
        <AnswerForm order={query.data} token={token} onAnswered={setAnswered} onInvalid={setFailure} />
      )}
    </MailedLinkPage>
  )
}

type AnswerFormProps = {
  order: DelayedOrder
  token: string
  onAnswered: (answered: { order: DelayedOrder; answer: Answer }) => void
  onInvalid: (error: unknown) => void
}

function AnswerForm({ order, token, onAnswered, onInvalid }: AnswerFormProps) {
  const api = useApi()
  const request = useAccountRequest()
  const { order_id, items, money, answer_by, agreed } = order
  const asks = answer_by !== null && !agreed

  function give(answer: Answer): void {
    const call = () => api.call(delayedOrderCalls.answerDelay, { body: { token, answer } })
    void request.send(call, {
      onSuccess: () => onAnswered({ order, answer }),
      onError: (error) => isInvalidLink(error) && onInvalid(error),
    })
  }

  return (
    <>
      <p className="mt-2 text-ink-soft">
        Order # {order_id}: {shipsBy(order)}
      </p>
      <ul className="mt-4 mb-6 border-y border-line py-3">
        {items.map(({ name, quantity }) => (
          <li key={name} className="py-1 wrap-anywhere">
            {quantity} × {name}
          </li>
        ))}
      </ul>
      <p className="mb-6 text-ink-soft">{silence(order)}</p>
      <AccountForm
        variant={asks ? 'outline' : 'ink'}
        label="Your answer"
        submit="Cancel the order"
        submitting="Sending..."
        request={request}
        onSubmit={() => give('cancel')}
        beside={
          asks && (
            <Button aria-disabled={request.busy} className="min-h-12 sm:min-w-48" onClick={() => give('wait')}>
              I’ll wait
            </Button>
          )
        }
      >
        {money !== null && <p className="mb-6 text-ink-soft">{ifCancelled(money)}</p>}
      </AccountForm>
    </>
  )
}

/** The outcome of cancelling, such as `If you cancel, we’ll refund what you paid.` */
function ifCancelled(money: string): string {
  return `If you cancel, ${money.charAt(0).toLowerCase()}${money.slice(1)}`
}

function shipsBy({ ship_by }: DelayedOrder): string {
  return ship_by === null ? 'we don’t know yet when it will ship.' : `it ships by ${formatDate(ship_by)}.`
}

/** The consequence of no answer. */
/** Of an order that is not paid nothing is said of money. */
function silence({ answer_by, agreed, money }: DelayedOrder): string {
  if (agreed) return 'You chose to wait. You can still cancel until it ships.'
  const refund = money === null ? '' : ' and refund what you paid'
  return answer_by === null
    ? 'If you’re happy to wait, you don’t need to do anything. You can use this link to cancel until it ships.'
    : `If you’re happy to wait, tell us by ${formatDate(answer_by)}. Otherwise we’ll cancel the order${refund}.`
}

function Answered({ order, answer }: { order: DelayedOrder; answer: Answer }) {
  const { order_id, money } = order
  return answer === 'cancel' ? (
    <EmptyState as="h1" title={`Order # ${order_id} is cancelled`}>
      {money !== null && <p>{money}</p>}
      <p>We’ll email you a confirmation.</p>
      <ButtonLink to="/shop" replace>
        Continue Shopping
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState as="h1" title="Thank you for waiting">
      <p>
        Order # {order_id}: {shipsBy(order)} You can still cancel with the link in the email until it ships.
      </p>
      <ButtonLink to="/shop" replace>
        Continue Shopping
      </ButtonLink>
    </EmptyState>
  )
}

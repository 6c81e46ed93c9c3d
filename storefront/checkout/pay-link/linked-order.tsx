import { CallError } from '@shop/contract/http/errors'
import type { PayLink } from '@shop/contract/pay-links/calls'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../data/api.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../../ui/button.tsx'
import { FormStatus } from '../../ui/form-status.tsx'
import { SlowNote } from '../../ui/slow-note.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { LinkedOrderForm } from './linked-order-form.tsx'
import { payLinkQuery } from './pay-link.queries.ts'
import { PayTitle } from './pay-title.tsx'
import { usePayByLink } from './use-pay-by-link.ts'

/** The order of a payment link: its form, or why it cannot be paid. Only rendered in the browser. */
export function LinkedOrder({ token }: { token: string }) {
  const query = useQuery(payLinkQuery(useApi(), token))
  const { data: link, error, isFetching, refetch } = query
  if (link !== undefined) return <Loaded token={token} link={link} />
  if (error instanceof CallError && error.status === 404) {
    return (
      <FormStatus as="h1" isNew={false} title="This link doesn’t work">
        <WriteToUs>Open the link in the email again.</WriteToUs>
      </FormStatus>
    )
  }
  if (error !== null) {
    return (
      <FormStatus
        as="h1"
        isNew={false}
        title="We couldn’t load your order"
        action={<TryAgain busy={isFetching} onRetry={() => void refetch()} />}
      >
        You weren’t charged.
      </FormStatus>
    )
  }
  return (
    <>
      <PayTitle />
      <SlowNote waiting>Your order is taking longer than usual to load.</SlowNote>
    </>
  )
}

function Loaded({ token, link }: { token: string; link: PayLink }) {
  const paying = usePayByLink(token, link)
  const { order, state, order_id } = link
  const [hadForm, setHadForm] = useState(state === 'open')
  if (state === 'open' && !hadForm) setHadForm(true)
  const number = `Order # ${order_id}`
  const isChecking = paying.phase.name === 'checking'
  switch (isChecking ? 'checking' : state) {
    case 'checking':
      return (
        <FormStatus as="h1" isNew={hadForm} title="We’re checking your payment">
          Please don’t pay again. This page updates as soon as we know, and we’ll email you. Your reference number is{' '}
          {order_id}.
        </FormStatus>
      )
    case 'open':
      return (
        <>
          <PayTitle />
          {order !== null && <LinkedOrderForm link={link} order={order} paying={paying} />}
        </>
      )
    case 'paid':
      return (
        <FormStatus as="h1" isNew={hadForm} title={`${number} is paid`}>
          Thank you. {paying.phase.name === 'paid' && 'We’ll email you a confirmation. '}There’s nothing left to pay.
        </FormStatus>
      )
    case 'expired':
      return (
        <FormStatus as="h1" isNew={hadForm} title="This link has expired">
          <WriteToUs number={order_id}>
            You weren’t charged. Links work for 7 days. Write to us, and we’ll send you a new one.
          </WriteToUs>
        </FormStatus>
      )
    case 'withdrawn':
      return (
        <FormStatus as="h1" isNew={hadForm} title="This link was cancelled">
          <WriteToUs number={order_id}>You weren’t charged. Look for a newer link in your email.</WriteToUs>
        </FormStatus>
      )
    case 'cancelled':
      return (
        <FormStatus as="h1" isNew={hadForm} title={`${number} was cancelled`}>
          <WriteToUs number={order_id}>You weren’t charged, and there’s nothing to pay.</WriteToUs>
        </FormStatus>
      )
    case 'closed':
      return (
        <FormStatus as="h1" isNew={hadForm} title="Card payments are not available right now">
          <WriteToUs number={order_id}>You weren’t charged. Please try again later.</WriteToUs>
        </FormStatus>
      )
  }
}

function WriteToUs({ number, children }: { number?: string; children: ReactNode }) {
  const { supportEmail } = useShop()
  return (
    <>
      {children} Questions? Write to{' '}
      <a href={`mailto:${supportEmail}`} className={`${TALL_INLINE_LINK} ${CLEAR_LINK} wrap-anywhere`}>
        {supportEmail}
      </a>
      {number === undefined ? '' : ` and include order # ${number}`}.
    </>
  )
}

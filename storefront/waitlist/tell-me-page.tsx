import { INVALID_EMAIL } from '@shop/contract/accounts/fields'
import type { Product } from '@shop/contract/catalog/calls'
import { CONFIRM_DAYS, TELL_ME_STEPS, type TellMeStep, tellMeAddress } from '@shop/contract/waitlist/calls'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { EmailField, emailError } from '../accounts/customer-fields.tsx'
import { NarrowColumn } from '../accounts/sign-in/mailed-link.tsx'
import { productQuery } from '../catalog/catalog.queries.ts'
import { Price, StockLabel } from '../catalog/price.tsx'
import { firstPhoto } from '../catalog/product.ts'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { ButtonLink } from '../links/shop-link.tsx'
import { SmallPhoto } from '../pictures/photo.tsx'
import { useLocation } from '../router/router.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { useHydrated } from '../ui/hydrated.tsx'
import { TryAgain } from '../ui/try-again.tsx'

/** The subject of a waitlist entry: a product, or with an empty id that orders open. */
type Wish = { productId: string; event: string }

/**
 * Asks for an address, and later whether it is its owner's. Both forms are sent as forms to this page's own address, which
 * redirects to the next step: they work without JavaScript, and a link that a mail program opens does nothing.
 */
export function TellMePage() {
  const search = new URLSearchParams(useLocation().search)
  const step = TELL_ME_STEPS.find((known) => known === search.get('step')) ?? null
  const productId = search.get('product') ?? ''
  const offersIt = useApi().baseUrl === ''
  const { supportEmail } = useShop()
  if (!offersIt) {
    return (
      <Message title="This isn’t available here" next={<AllProducts />}>
        <p>Please write to us instead: {supportEmail}.</p>
      </Message>
    )
  }
  return productId === '' ? <ForOrders step={step} /> : <ForProduct productId={productId} step={step} />
}

function ForOrders({ step }: { step: TellMeStep | null }) {
  const isOpen = useShop().orders === 'open'
  const wish: Wish = { productId: '', event: 'online orders open' }
  if (step !== null && step !== 'malformed') return <Answer step={step} wish={wish} />
  if (isOpen) {
    return (
      <Message title="Online orders are open" next={<AllProducts />}>
        <p>No need to wait: you can order now.</p>
      </Message>
    )
  }
  return (
    <Request title="Tell me when orders open" productId="" isMalformed={step === 'malformed'}>
      Online orders are paused right now. Leave your email address and we’ll email you once when they open.
    </Request>
  )
}

function ForProduct({ productId, step }: { productId: string; step: TellMeStep | null }) {
  const { data, isError, isFetching, refetch } = useQuery(productQuery(useApi(), productId))
  const product = data?.kind === 'found' ? data.product : null
  const isGone = data?.kind === 'missing'
  if (isGone && step !== 'removed' && step !== 'invalid') {
    return (
      <Message title="This product is no longer in the shop" next={<AllProducts />}>
        <p>We won’t email anyone about it, and we’ve deleted the addresses on its waitlist.</p>
      </Message>
    )
  }
  const wish: Wish = { productId, event: `${product?.product_name ?? 'it'} is back in stock` }
  if (step !== null && step !== 'malformed') return <Answer step={step} wish={wish} />
  if (product === null && (isError || data !== undefined)) {
    const retry = <TryAgain busy={isFetching} onRetry={() => void refetch()} />
    return <Message title="Failed to load product details" next={retry} />
  }
  if (product === null) return <Message title="Loading product details..." next={null} />
  if (product.stock_quantity > 0) {
    return (
      <Message
        title={`${product.product_name} is in stock`}
        next={<ButtonLink to={`/product/${encodeURIComponent(productId)}`}>See it</ButtonLink>}
      >
        <p>No need to wait.</p>
      </Message>
    )
  }
  return (
    <Request
      title="Tell me when it’s back"
      productId={productId}
      isMalformed={step === 'malformed'}
      subject={<SoldOutProduct product={product} />}
    >
      {product.product_name} is sold out. Leave your email address and we’ll email you once when it’s back.
    </Request>
  )
}

function SoldOutProduct({ product: { product_name, pictures, ...product } }: { product: Product }) {
  return (
    <div className="stacked mb-6 flex items-center gap-4 rounded-lg bg-card p-4">
      <SmallPhoto src={firstPhoto(pictures)?.src ?? null} alt="" name={product_name} size={96} />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{product_name}</p>
        <p className="tabular-nums">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
        <StockLabel stock={product.stock_quantity} />
      </div>
    </div>
  )
}

type RequestProps = {
  title: string
  productId: string
  isMalformed: boolean
  subject?: ReactNode
  children: ReactNode
}

function Request({ title, productId, isMalformed, subject, children }: RequestProps) {
  const hydrated = useHydrated()
  const form = useForm({ initial: { email: '' }, check: ({ email }) => emailError(email) })
  const field = form.field('email')
  /** Only the server, which does not return what was typed, has checked it: without JavaScript. */
  const refused = isMalformed && form.values.email === ''

  function handleSubmit(submitted: FormEvent): void {
    if (!form.checkAll()) submitted.preventDefault()
  }

  return (
    <NarrowColumn>
      <Meta title={title} />
      <PageTitle>{title}</PageTitle>
      <p className="mt-3 mb-6 wrap-anywhere text-ink-soft">{children}</p>
      {subject}
      {/* Without JavaScript the browser checks the field. */}
      <form
        method="post"
        action={tellMeAddress(productId)}
        noValidate={hydrated}
        aria-label={title}
        onSubmit={handleSubmit}
      >
        <EmailField {...field} error={field.error ?? (refused ? INVALID_EMAIL : null)} />
        <Button type="submit" className="min-h-12 w-full sm:w-auto sm:min-w-48">
          Email me
        </Button>
      </form>
      <p className="mt-6 text-sm text-ink-soft">
        First we’ll email you to confirm the address. We only use it for this, and delete it after that email or after a
        year.
      </p>
    </NarrowColumn>
  )
}

type AnswerProps = { step: Exclude<TellMeStep, 'malformed'>; wish: Wish }

function Answer({ step, wish: { productId, event } }: AnswerProps) {
  if (step === 'confirm') return <Confirmation event={event} />
  if (step === 'sent') {
    return (
      <Message title="Check your email" next={<AskAgain productId={productId}>Try another address</AskAgain>}>
        <p>
          We’ll email you a link. Click it to confirm the address is yours, and we’ll write again when {event}. The link
          works for {CONFIRM_DAYS} days.
        </p>
        <p>Nothing after a few minutes? Check your spam folder, and check the address for typos.</p>
      </Message>
    )
  }
  if (step === 'busy') {
    return (
      <Message title="Please try again in an hour" next={<AskAgain productId={productId}>Try again</AskAgain>}>
        <p>We can’t send more emails this hour. Please try again later.</p>
      </Message>
    )
  }
  if (step === 'confirmed') {
    return (
      <Message title="You’re on the list" next={<AllProducts />}>
        <p>You’ll get one email when {event}. Then we’ll delete your address.</p>
        <p>Changed your mind? Use the link in the email we sent.</p>
      </Message>
    )
  }
  if (step === 'removed') {
    return (
      <Message title="We’ve deleted your address" next={<AllProducts />}>
        <p>We won’t email you about this again.</p>
      </Message>
    )
  }
  return (
    <Message title="This link no longer works" next={<AskAgain productId={productId}>Ask again</AskAgain>}>
      <p>
        It works for {CONFIRM_DAYS} days, and once confirmed, until we email you. A newer link replaces it. We delete
        addresses that aren’t confirmed.
      </p>
    </Message>
  )
}

function Confirmation({ event }: { event: string }) {
  return (
    <NarrowColumn>
      <Meta title="Should we email you?" />
      <PageTitle>Should we email you?</PageTitle>
      <p className="mt-3 mb-8 wrap-anywhere text-ink-soft">
        You’ll get one email when {event}. Then we’ll delete your address. If you didn’t ask for this, choose "No,
        thanks".
      </p>
      {/* The address of the document, with the token of the mail. */}
      <form method="post" action="#" aria-label="Confirm your address" className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" name="answer" value="yes">
          Yes, email me
        </Button>
        <Button type="submit" name="answer" value="no" variant="outline">
          No, thanks
        </Button>
      </form>
    </NarrowColumn>
  )
}

function Message({ title, next, children }: { title: string; next: ReactNode; children?: ReactNode }) {
  return (
    <EmptyState as="h1" title={title}>
      <Meta title={title} />
      {children}
      {next}
    </EmptyState>
  )
}

function Meta({ title }: { title: string }) {
  return <PageMeta title={title} indexed={false} description="Get one email when it’s back, or when orders open." />
}

function AskAgain({ productId, children }: { productId: string; children: ReactNode }) {
  return (
    <ButtonLink to={tellMeAddress(productId)} variant="outline">
      {children}
    </ButtonLink>
  )
}

function AllProducts() {
  return (
    <ButtonLink to="/shop" variant="outline">
      See all products
    </ButtonLink>
  )
}

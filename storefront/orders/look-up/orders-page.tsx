import { normalizeOrderNumber } from '@shop/contract/orders/calls'
import { answer1, answer2, answer3, answer4, ask1, ask2, ask3, ask4 } from '@shop/contract/pages/words/help'
import { ordersAlt } from '@shop/contract/pages/words/pictures'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'
import { Fragment, type ReactNode, Suspense } from 'react'
import { ownerOf } from '../../accounts/personal-data.ts'
import { useVisitor } from '../../accounts/session-store.ts'
import { parseLinkToken } from '../../accounts/sign-in/mailed-link.tsx'
import { DialogLink } from '../../links/dialog-link.tsx'
import { useBack } from '../../links/shop-link.tsx'
import { Photo } from '../../pictures/photo.tsx'
import { ErrorBoundary } from '../../router/error-boundary.tsx'
import { CodeLoadError, lazyComponent, resetFailedLoad, useCodeRetry } from '../../router/lazy-component.ts'
import { useLocation } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Alert } from '../../ui/alert.tsx'
import { BackButton, QUIET_LINK, TALL_INLINE_LINK } from '../../ui/button.tsx'
import { NeedsScript, useHydrated } from '../../ui/hydrated.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { CustomerLookup } from './customer-lookup.tsx'
import { GuestLookup } from './guest-lookup.tsx'
import { useFoundOrder } from './use-found-order.ts'

const LINK_CLASS = `${TALL_INLINE_LINK} ${QUIET_LINK}`

/** Only needed for a found order; loaded together with it. */
const FoundOrderReceipt = lazyComponent(
  'a found order',
  async () => (await import('./found-order.tsx')).FoundOrderReceipt,
)

/** Only needed with the link of a delay notice. */
const DelayedOrderAnswer = lazyComponent(
  'a delayed order',
  async () => (await import('./delayed-order.tsx')).DelayedOrderAnswer,
)

/** Order management (section 2), or what the link in a notice of a delay shows. */
export function OrdersPage() {
  const { hash } = useLocation()
  // Not known on the server and during hydration, since no server gets the fragment.
  return useHydrated() && hash.startsWith('#token=') ? (
    <Suspense fallback={<PageMeta title="Order Management" indexed={false} />}>
      <DelayedOrderAnswer key={hash} token={parseLinkToken(hash)} />
    </Suspense>
  ) : (
    <OrderLookupPage />
  )
}

/**
 * Finds and shows an order. `?order=100001` prefills the number, the only part of an order that may be in a URL.
 */
function OrderLookupPage() {
  const shop = useShop()
  const visitor = useVisitor()
  const parameters = new URLSearchParams(useLocation().search)
  const back = useBack('/')
  // The server's page is the same for everyone, so the number is prefilled after hydration.
  const wanted = visitor.restored ? normalizeOrderNumber(parameters.get('order') ?? '') : ''

  return (
    <div className="shell pt-4 sm:pt-6">
      <PageMeta
        title="Order Management"
        indexed={false}
        description="Find your order, track it, and cancel what hasn’t shipped."
      />
      <BackButton onBack={back} className="print:hidden" />
      <h1 className="mt-2 font-display text-3xl font-semibold print:hidden">Order Management</h1>
      <NeedsScript>
        Finding an order needs JavaScript. Please turn on JavaScript, or write to {shop.supportEmail} and include the
        order number.
      </NeedsScript>
      <OrderManagement key={`${ownerOf(visitor)} ${wanted}`} wanted={wanted} />
    </div>
  )
}

/** State of one visitor; it is reset when the visitor changes. */
function OrderManagement({ wanted }: { wanted: string }) {
  const { user } = useVisitor()
  // A failed preload is retried when it is rendered.
  const found = useFoundOrder(() => FoundOrderReceipt.preload().catch(() => {}))
  const { order, search } = found

  return (
    <div className="mt-6 grid gap-10 sm:mt-8 xl:grid-cols-[22rem_minmax(0,1fr)] xl:gap-8 print:mt-0 print:block">
      <div className="rounded-lg bg-card p-5 sm:p-8 xl:self-start print:hidden">
        {user === null ? (
          <GuestLookup found={found} wanted={wanted} />
        ) : (
          <CustomerLookup user={user} found={found} wanted={wanted} />
        )}
      </div>
      {order !== null && search !== null ? (
        <ErrorBoundary
          resetKey={search.number}
          onError={resetFailedLoad}
          fallback={(error, reset) => <OrderNotShown error={error} onLoaded={reset} />}
        >
          <Suspense fallback={<Help />}>
            <FoundOrderReceipt key={search.number} order={order} lookup={search.lookup} found={found} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Help />
      )}
    </div>
  )
}

function Help() {
  const { words, photos } = useShop()
  return (
    <aside aria-label="Help with orders" className="flex flex-col gap-10">
      <dl className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
        <HelpEntry title={words.ask1 ?? ask1} text={words.answer1 ?? answer1} />
        <HelpEntry title={words.ask2 ?? ask2} text={words.answer2 ?? answer2} />
        <HelpEntry title={words.ask3 ?? ask3} text={words.answer3 ?? answer3} />
        <HelpEntry title={words.ask4 ?? ask4} text={words.answer4 ?? answer4} />
      </dl>
      <div className="relative min-h-32 grow overflow-hidden rounded-md bg-ground max-xl:hidden">
        <Photo
          src="pair.jpg"
          alt={ordersAlt}
          sizes="54rem"
          width={1200}
          height={900}
          preload="(min-width: 80rem)"
          {...photos?.closing}
          // The bags of the shop's own picture keep their tops.
          className={`absolute size-full object-cover ${photos?.closing ? '' : 'object-[50%_15%]'}`}
        />
      </div>
    </aside>
  )
}

/** A question with its answer, in which an empty line begins a paragraph. */
function HelpEntry({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-t border-line pt-4">
      <dt className="font-semibold">{title}</dt>
      {text.split('\n\n').map((paragraph) => (
        <dd key={paragraph} className="mt-1 text-ink-soft">
          <Linked text={paragraph} />
        </dd>
      ))}
    </div>
  )
}

/** A text with `{days}` of the return policy, and `{returns}`, `{email}` and `{contact}` turned into links. */
function Linked({ text }: { text: string }) {
  const { supportEmail, returnDays = RETURN_DAYS } = useShop()
  const parts: Record<string, ReactNode> = {
    '{days}': returnDays,
    '{returns}': (
      <DialogLink dialog="returns" className={LINK_CLASS}>
        return policy
      </DialogLink>
    ),
    '{email}': (
      <a href={`mailto:${supportEmail}`} className={`${LINK_CLASS} wrap-anywhere`}>
        {supportEmail}
      </a>
    ),
    '{contact}': (
      <DialogLink dialog="contact" className={LINK_CLASS}>
        contact form
      </DialogLink>
    ),
  }
  return text.split(/(\{\w+\})/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>{parts[part] ?? part}</Fragment>
  ))
}

/** Other errors are rethrown to the page's boundary; after this one the rest of the page and its input survive. */
function OrderNotShown({ error, onLoaded }: { error: unknown; onLoaded: () => void }) {
  if (!(error instanceof CodeLoadError)) throw error
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return (
    <Alert role="alert" className="self-start" action={<TryAgain variant="outline" busy={busy} onRetry={retry} />}>
      We found your order but couldn’t show it. Please check your connection.
    </Alert>
  )
}

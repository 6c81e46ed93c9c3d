import { InvalidProductError, type Product } from '@shop/contract/catalog/calls'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { formatMoney } from '@shop/contract/money'
import { mendedNote, mendedNoteLink } from '@shop/contract/pages/words/product'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { CartPanel } from '../cart/cart-panel.tsx'
import { productQuery } from '../catalog/catalog.queries.ts'
import { ColorDots } from '../catalog/color-dots.tsx'
import { Gallery } from '../catalog/gallery/gallery.tsx'
import { Price, StockLabel } from '../catalog/price.tsx'
import { InUse, LaterPart, ProductStory } from '../catalog/product/product-story.tsx'
import { productData } from '../catalog/product/structured-data.ts'
import { firstPhoto } from '../catalog/product.ts'
import { ProductFacts } from '../catalog/product-facts.tsx'
import { useApi } from '../data/api.tsx'
import { Arrival } from '../estimate/arrival-toggle.tsx'
import { InquiryLink, useInquiryPrefill } from '../links/inquiry-link.tsx'
import { ButtonLink, ShopLink, useBack } from '../links/shop-link.tsx'
import { sharePictureUrl } from '../pictures/photo.tsx'
import { lazyComponent } from '../router/lazy-component.ts'
import { useIsComplete, useParams } from '../router/router.tsx'
import { PageMeta, StructuredData, useShopOrigin } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Alert } from '../ui/alert.tsx'
import { BackButton, CLEAR_LINK, TALL_INLINE_LINK } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NeedsScript } from '../ui/hydrated.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { NextSteps } from './next-steps.tsx'

const FAILED_MESSAGE = 'Failed to load product details'

export function ProductPage() {
  const { product_id = '' } = useParams()
  const { data, error, isError, isFetching, refetch } = useQuery(productQuery(useApi(), product_id))
  const retry = <TryAgain busy={isFetching} onRetry={() => void refetch()} />
  if (data?.kind === 'found') {
    return (
      <>
        {isError && (
          <FailedRefresh text={error instanceof InvalidProductError ? error.message : FAILED_MESSAGE}>
            {retry}
          </FailedRefresh>
        )}
        <ProductView key={data.product.product_id} product={data.product} />
      </>
    )
  }
  if (data?.kind === 'missing') return <Message title="Product not found" after={<NextSteps />} />
  if (data?.kind === 'invalid') return <Message title={data.message}>{retry}</Message>
  if (isError) return <Message title={FAILED_MESSAGE}>{retry}</Message>
  return <Loading />
}

/** Below the width of two columns. */
const BACK_ON_PICTURE =
  'max-lg:absolute max-lg:top-2 max-lg:left-2 max-lg:z-10 max-lg:ml-0 max-lg:rounded-full max-lg:border max-lg:border-line max-lg:bg-card max-lg:px-4'

function ProductView({ product }: { product: Product }) {
  const back = useBack('/shop')
  const isComplete = useIsComplete()
  useInquiryPrefill({ reference: product.product_name })
  return (
    <div className="shell relative lg:pt-4">
      <ProductMeta product={product} />
      <BackButton onBack={back} className={BACK_ON_PICTURE} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 lg:mt-2 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-14 xxl:grid-cols-[minmax(0,1fr)_29rem]">
        <Gallery pictures={product.pictures} name={product.product_name} isComplete={isComplete} />
        <div className="wrap-anywhere lg:sticky lg:bottom-6 lg:min-h-[min(100%,100svh-var(--header-height)-3rem)] lg:self-end">
          <Summary product={product} isComplete={isComplete} />
        </div>
      </div>
      {isComplete && (
        <>
          <ProductStory product={product} />
          <InUse line={product.line} />
          <LaterPart product={product} className="[--later:100svh]">
            <AfterDescription product={product} />
          </LaterPart>
        </>
      )}
    </div>
  )
}

const AfterDescription = lazyComponent<{ product: Product }>(
  'the related products',
  async () => (await import('../catalog/product/related-strips.tsx')).AfterDescription,
)

function ProductMeta({ product }: { product: Product }) {
  const origin = useShopOrigin()
  const { baseUrl } = useApi()
  const { name: maker, orders } = useShop()
  const { product_id, product_name, short_description } = product
  const picture = firstPhoto(product.pictures)
  return (
    <>
      <PageMeta
        title={product_name}
        indexed={!product.hidden}
        {...(short_description ? { description: short_description } : {})}
        {...(picture
          ? { picture: { url: sharePictureUrl(baseUrl, picture.src), alt: picture.alt ?? product_name } }
          : {})}
        breadcrumbs={[
          { name: 'Shop', path: '/shop' },
          { name: product_name, path: `/product/${encodeURIComponent(product_id)}` },
        ]}
      />
      {origin !== '' && !product.hidden && (
        <StructuredData
          data={
            import.meta.env.SSR ? productData(product, { origin, baseUrl, maker, isOpen: orders === 'open' }) : null
          }
        />
      )}
    </>
  )
}

/** Longer names are set smaller, so the price is still seen with them. */
const LONG_NAME = 60

function Summary({ product, isComplete }: { product: Product; isComplete: boolean }) {
  const name = product.product_name
  return (
    <div className="flex flex-col">
      {product.line && (
        <p className="mb-1 text-sm font-semibold tracking-wide text-clay uppercase max-lg:hidden">{product.line}</p>
      )}
      <h1
        className={`font-display font-semibold ${name.length > LONG_NAME ? 'text-lg lg:text-xl' : 'text-xl lg:text-3xl'}`}
      >
        {name}
      </h1>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-4 lg:mt-3">
        <p className="text-lg font-medium tabular-nums lg:text-xl">
          <Price price={product.price_cents} regular={product.regular_price_cents} />
        </p>
        <StockLabel stock={product.stock_quantity} />
      </div>
      {/* On phones below the button, which is on the first screen then; none of it can have focus. */}
      {product.short_description && (
        <p className="mt-4 text-lg text-ink-soft max-lg:order-1">{product.short_description}</p>
      )}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 max-lg:order-1">
        {product.size && (
          <div className="flex gap-2">
            <dt className="text-ink-soft">Size</dt>
            <dd className="font-medium">{product.size}</dd>
          </div>
        )}
      </dl>
      <ColorDots product={product} />
      <div className="mt-4 lg:mt-6">
        <AddToCart product={product} />
        <NeedsScript>You need JavaScript to add this to your cart or zoom in.</NeedsScript>
      </div>
      {isComplete && <SummaryEnd product={product} />}
    </div>
  )
}

/** Below the first screen on phones; on desktops it follows a frame later. */
function SummaryEnd({ product }: { product: Product }) {
  const { orders, words, returnDays = RETURN_DAYS } = useShop()
  return (
    <>
      <div className="mt-2 max-lg:order-1">
        {product.stock_quantity > 0 && product.price_cents !== null && (
          <Arrival items={[{ ...product, quantity: 1 }]} />
        )}
        <p className="mt-1 text-sm text-ink-soft">
          Free delivery on orders of {formatMoney(FREE_DELIVERY_FROM_CENTS)} or more. Returns within {returnDays} days
          of delivery.
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {!orders && 'Online orders are paused right now. '}
          <InquiryLink about={{ product: product.product_name }}>Ask us about this one</InquiryLink>
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {words.mendedNote ?? mendedNote}{' '}
          <ShopLink to="/repairs" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
            {words.mendedNoteLink ?? mendedNoteLink}
          </ShopLink>
        </p>
      </div>
      <div className="max-lg:order-1">
        <ProductFacts product={product} />
      </div>
      <div className="mt-6 max-lg:order-1">
        <CartPanel />
      </div>
    </>
  )
}

function Message({ title, children, after }: { title: string; children?: ReactNode; after?: ReactNode }) {
  return (
    <>
      <PageMeta title={title} indexed={false} />
      <EmptyState as="h1" title={title}>
        <div className="buttons justify-center">
          {children}
          <ButtonLink to="/shop" variant="outline">
            See all products
          </ButtonLink>
        </div>
        {after}
      </EmptyState>
    </>
  )
}

/** A refresh failed; the product stays on the screen (R5). */
function FailedRefresh({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="shell pt-4">
      <Alert role="alert" action={children}>
        {text}
      </Alert>
    </div>
  )
}

function Loading() {
  return (
    <div className="shell pt-16">
      <PageMeta title="Product" indexed={false} />
      <p role="status" className="text-ink-soft">
        Loading product details...
      </p>
      <SlowNote waiting>This is taking longer than usual. We’re still loading it.</SlowNote>
      <div
        aria-hidden
        className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-14 xxl:grid-cols-[minmax(0,1fr)_29rem]"
      >
        <div className="aspect-square rounded-md bg-ground" />
        <div className="h-72 rounded-md bg-ground" />
      </div>
    </div>
  )
}

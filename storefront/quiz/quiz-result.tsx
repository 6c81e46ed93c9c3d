import { type ListedProduct, stockLabel } from '@shop/contract/catalog/calls'
import type { Quiz, QuizAnswer } from '@shop/contract/catalog/quiz'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { formatPrice, Price, StockLabel } from '../catalog/price.tsx'
import { firstPhoto, productPath } from '../catalog/product.ts'
import { useApi } from '../data/api.tsx'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink, ShopLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { Button, CLEAR_LINK } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SlowNote, useSlow } from '../ui/slow-note.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { countDemand } from '../visits/count-demand.ts'
import { isSoldOut, type QuizMatch, quizMatchQuery } from './quiz.queries.ts'
import { quizReason, type Recommendation, recommend } from './quiz.ts'
import { withAnswers } from './quiz-place.tsx'

type QuizResultProps = {
  quiz: Quiz
  answers: readonly QuizAnswer[]
  /** Whether the visitor has just given the last answer. */
  isNew: boolean
  onRetake: () => void
  back: ReactNode
}

/** The recommended product with the reason, and an alternative when it is not available (R35). */
export function QuizResult({ quiz, answers, isNew, onRetake, back }: QuizResultProps) {
  const recommended = recommend(quiz, answers)
  const { data, isError, isFetching, refetch } = useQuery(quizMatchQuery(useApi(), quiz, recommended))
  const product = data && (data.instead ?? data.wanted)
  const wantedId = data?.wanted?.product_id
  useEffect(() => {
    if (wantedId !== undefined) countDemand('match', wantedId)
  }, [wantedId])
  const retake = (
    <Button variant="outline" onClick={onRetake}>
      Retake Quiz
    </Button>
  )
  return (
    <div className="quiz-result flex grow flex-col">
      <h3
        ref={isNew ? focusWhereLost : undefined}
        data-quiz-focus
        tabIndex={-1}
        className="text-sm font-semibold tracking-wide text-clay uppercase"
      >
        Your match
      </h3>
      <p role="status" className="sr-only">
        {data === undefined ? '' : spokenMatch(data)}
      </p>
      {product && (
        <Match product={product} match={data} recommended={recommended} answers={answers}>
          {retake}
        </Match>
      )}
      {data !== undefined && !product && (
        <Message text="The one we had in mind isn’t in the shop right now. Take a look at what is.">
          <ButtonLink to="/shop">See the collection</ButtonLink>
          {retake}
        </Message>
      )}
      {data === undefined && isError && !isFetching && (
        <Message text="We found your match but couldn’t load it. We’ve kept your answers." alert>
          <TryAgain busy={false} onRetry={() => void refetch()} onReplaced={focusMatch} />
          <ButtonLink to="/shop" variant="outline">
            See the collection
          </ButtonLink>
          {retake}
        </Message>
      )}
      {data === undefined && (isFetching || !isError) && <LoadingMatch>{retake}</LoadingMatch>}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4">
        {back}
        {product && <ShareResult name={product.product_name} answers={answers.map(({ id }) => id)} />}
      </div>
    </div>
  )
}

type MatchProps = {
  product: ListedProduct
  match: QuizMatch
  recommended: Recommendation
  answers: readonly QuizAnswer[]
  children: ReactNode
}

/** A product with price and stock, and the reason when it is not the recommended one. */
export function Match({ product, match, recommended, answers, children }: MatchProps) {
  const address = productPath(product.product_id)
  const picture = firstPhoto(product.pictures)
  const alternative = describeAlternative(match, recommended)
  return (
    <div className="mt-3 grid grow content-start gap-x-8 gap-y-5 sm:grid-cols-2">
      <ShopLink
        to={address}
        tabIndex={-1}
        aria-hidden
        className="block aspect-[8/7] overflow-hidden rounded-md bg-ground sm:aspect-square lg:max-w-96"
      >
        <Photo
          src={picture?.src ?? null}
          alt=""
          name={product.product_name}
          sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 42vw, 84vw"
          width={1400}
          priority
          className="size-full object-cover object-[50%_40%]"
        />
      </ShopLink>
      <div>
        <p className="font-display text-2xl font-semibold">{product.product_name}</p>
        <div className="mt-2 flex flex-wrap items-baseline gap-x-5">
          {(match.listed || product.price_cents !== null) && (
            <p className="text-lg font-medium tabular-nums">
              <Price price={product.price_cents} regular={product.regular_price_cents} />
            </p>
          )}
          {!product.stock_unknown && <StockLabel stock={product.stock_quantity} />}
        </div>
        {/* The reasons are those of a product that fits, not of its alternative. */}
        {match.instead === null && recommended.fits && <p className="mt-3 text-ink-soft">{quizReason(answers)}</p>}
        {alternative && <p className="mt-3 border-l-2 border-clay pl-3 text-ink-soft">{alternative}</p>}
        <div className="buttons mt-5 max-lg:flex-col">
          <ButtonLink to={address}>See it in the shop</ButtonLink>
          {children}
        </div>
      </div>
    </div>
  )
}

/** Says when the shown product is not what was asked for, or is not available. */
function describeAlternative({ wanted, instead, listed }: QuizMatch, { fits, asked }: Recommendation): ReactNode {
  if (wanted !== null && !isSoldOut(wanted)) {
    return fits
      ? null
      : `Nothing${asked.line === null ? '' : ` in our ${asked.line} line`} fits all your answers. This one comes closest.`
  }
  if (instead === null) {
    return (
      <>
        It’s sold out right now{listed && ', and so is everything like it'}.{' '}
        <DialogLink
          dialog="contact"
          className={CLEAR_LINK}
          prefill={{ reason: 'Inquiry about any product', reference: wanted?.product_name ?? '' }}
        >
          Write to us
        </DialogLink>
        , and we’ll tell you when it’s back.
      </>
    )
  }
  if (wanted === null) return 'The one we had in mind isn’t in the shop right now. This is the closest one we have.'
  return `Your answers point to the ${wanted.product_name}, which is sold out right now. This is the closest one in stock.`
}

function spokenMatch(match: QuizMatch): string {
  const product = match.instead ?? match.wanted
  if (product === null) return ''
  const { product_name, price_cents, stock_quantity, stock_unknown } = product
  const price = match.listed || price_cents !== null ? [formatPrice(price_cents)] : []
  const stock = stock_unknown ? [] : [stockLabel(stock_quantity)]
  return [product_name, ...price, ...stock].join(', ')
}

/** Says when it takes long, and offers links (R50). */
function LoadingMatch({ children }: { children: ReactNode }) {
  const slow = useSlow(true)
  return (
    <div className="mt-3 grid grow content-start gap-x-8 gap-y-5 sm:grid-cols-2">
      <div aria-hidden className="aspect-[8/7] rounded-md bg-ground sm:aspect-square lg:max-w-96" />
      <div>
        <p role="status" className="text-ink-soft">
          Finding your match...
        </p>
        <SlowNote waiting>This is taking longer than usual. We’re still looking.</SlowNote>
        {slow && (
          <div className="buttons mt-5">
            <ButtonLink to="/shop">See the collection</ButtonLink>
            {children}
          </div>
        )}
      </div>
    </div>
  )
}

/** The button of the last answer took its focus along, unless the code of the match was there already. */
function focusWhereLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus()
}

function focusMatch(): void {
  document.querySelector<HTMLElement>('[data-quiz-focus]')?.focus()
}

function Message({ text, alert = false, children }: { text: string; alert?: boolean; children: ReactNode }) {
  return (
    <div className="flex grow flex-col items-start justify-center gap-6">
      <p role={alert ? 'alert' : undefined} className="max-w-[44ch] text-lg">
        {text}
      </p>
      <div className="buttons">{children}</div>
    </div>
  )
}

/** Copies the URL of this result, which the address bar has too. */
function ShareResult({ name, answers }: { name: string; answers: readonly string[] }) {
  const address = `${window.location.origin}/${withAnswers('', answers)}`
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-1 text-sm text-ink-soft">
      Link to this result
      <CopyButton text={address} label={`Copy the link to your match, ${name}`} />
    </p>
  )
}

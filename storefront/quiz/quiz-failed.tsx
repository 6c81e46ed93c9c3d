import { ShopLink } from '../links/shop-link.tsx'
import { CodeLoadError } from '../router/lazy-component.ts'
import { useCodeRetry } from '../router/use-code-retry.ts'
import { buttonClass } from '../ui/button.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { showQuiz } from './quiz-place.ts'

type QuizFailedProps = { error: unknown; onLoaded: () => void }

/** Shown in place of a quiz that failed to load or render; the rest of the page works. */
export function QuizFailed({ error, onLoaded }: QuizFailedProps) {
  const unloaded = error instanceof CodeLoadError
  return (
    <div role="alert" className="flex grow flex-col items-start justify-center gap-5">
      <p className="max-w-[44ch] text-lg">
        {unloaded
          ? 'The questions could not be loaded. Please check your connection, or look through the collection.'
          : 'Something is wrong with our quiz; the fault is ours, not your connection. Have a look through the collection.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {unloaded && <Retry error={error} onLoaded={onLoaded} />}
        <ShopLink to="/shop" className={buttonClass('outline')}>
          See the backpacks
        </ShopLink>
      </div>
    </div>
  )
}

function Retry({ error, onLoaded }: QuizFailedProps & { error: CodeLoadError }) {
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return <TryAgain busy={busy} onRetry={retry} onReplaced={showQuiz} />
}

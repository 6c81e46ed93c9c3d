import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** Stands in for a quiz whose code did not arrive: said in its own place, and the page goes on. */
export function QuizUnloaded() {
  return (
    <div role="alert" className="flex grow flex-col items-start justify-center gap-5">
      <p className="max-w-[44ch] text-lg">
        The questions could not be loaded. Please check your connection and load the page again, or look through the
        collection.
      </p>
      <ShopLink to="/shop" className={buttonClass('outline')}>
        See the backpacks
      </ShopLink>
    </div>
  )
}

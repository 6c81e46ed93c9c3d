import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'

/** Links to the bags and to the contact form. */
export function AboutClosing() {
  return (
    <section aria-labelledby="way-on" className="shell pt-12 md:pt-16">
      <div className="flex flex-col items-center border-t border-line pt-10 text-center md:pt-12">
        <h2 id="way-on" className="max-w-[16ch] font-display text-3xl font-semibold">
          Find the one your back appreciates
        </h2>
        <p className="mt-4 max-w-[44ch] text-lg text-ink-soft">
          If you wonder which one fits, or stock a shop of your own, write to us.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ShopLink to="/shop" className={buttonClass()}>
            See the collection
          </ShopLink>
          <DialogLink dialog="contact" className={buttonClass('outline')}>
            Write to us
          </DialogLink>
        </div>
      </div>
    </section>
  )
}

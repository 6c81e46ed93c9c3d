import { DialogLink } from '../links/dialog-link.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { buttonClass } from '../ui/button.tsx'

/** The end of the landing page: the maker, repairs, and the contact form. */
export function HomeClosing() {
  return (
    <section aria-labelledby="closing" className="shell pt-16 md:pt-28">
      <div className="grid items-center gap-8 md:grid-cols-2 md:gap-12 lg:gap-20">
        <div className="aspect-[4/3] overflow-hidden rounded-md bg-ground">
          <ShopPhoto
            file="place-bench.jpg"
            alt="A grey Hybrid backpack on a wooden workbench, with thread spools, webbing, rivets, leather and an awl"
            sizes="(min-width: 82rem) 43rem, (min-width: 48rem) 48vw, 94vw"
            width={1680}
            height={945}
            className="size-full object-cover"
          />
        </div>
        <div>
          <h2 id="closing" className="max-w-[14ch] font-display text-3xl font-semibold">
            Over 40 years&nbsp;in, still sewing
          </h2>
          <p className="mt-5 max-w-[46ch] text-lg text-ink-soft">
            Seams are stitched twice, zippers are metal, and the parts that wear are parts we can replace. A bag of ours
            is made to be repaired. When yours needs us, or when you need a bag, write to us.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <DialogLink dialog="contact" className={buttonClass()}>
              Write to us
            </DialogLink>
            <ShopLink to="/repairs" className={buttonClass('outline')}>
              How we repair
            </ShopLink>
            <ShopLink to="/about" className={buttonClass('outline')}>
              Read our story
            </ShopLink>
          </div>
        </div>
      </div>
    </section>
  )
}

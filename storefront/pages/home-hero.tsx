import { ShopLink } from '../lib/shop-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { ShopPhoto } from './shop-photo.tsx'

/** The first screen: one photograph, one sentence, one button. The words stand where the photograph is empty. */
export function HomeHero() {
  return (
    <section className="hero" aria-labelledby="hero-headline">
      <div className="hero-words shell">
        <h1 id="hero-headline" className="hero-headline font-display font-semibold">
          Backpacks your back appreciates
        </h1>
        <p className="mt-4 max-w-[18em] text-lg text-ink-soft md:max-w-[13em] lg:mt-6">
          One family, over 40 years of bags that can be repaired.
        </p>
        <ShopLink to="/shop" className={`${buttonClass()} mt-6 px-7 lg:mt-8`}>
          Shop Now
        </ShopLink>
      </div>
      <div className="hero-scene">
        <ShopPhoto
          file="hero.jpg"
          alt="Three backpacks side by side: Campus in blue, Hybrid in grey and Nomad in blue"
          sizes="(width < 48rem) 100vw, (width < 64rem) 52vw, (width < 112rem) 100vw, 112rem"
          width={2400}
          height={1350}
          priority
          portrait={{ file: 'hero-mobile.jpg', media: '(width < 64rem)', width: 1080, height: 1350 }}
          className="hero-photo"
        />
      </div>
    </section>
  )
}

import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { ShopLink } from '../links/shop-link.tsx'
import { PreloadPhoto } from '../pictures/preload-photo.tsx'
import { ShopPhoto } from '../pictures/shop-photo.tsx'
import { buttonClass } from '../ui/button.tsx'

const LANDSCAPE = { file: 'hero.jpg', media: '(width >= 64rem)' } as const
const PORTRAIT = { file: 'hero-mobile.jpg', media: '(width < 64rem)' } as const
const SIZES = '(width < 48rem) 100vw, (width < 64rem) 52vw, (width < 90rem) 100vw, calc(50vw + 45rem)'

/** The first screen: a photograph with headline, sentence and button in its empty part. */
export function HomeHero() {
  const { baseUrl } = useApi()
  return (
    <section className="hero" aria-labelledby="hero-headline">
      {[PORTRAIT, LANDSCAPE].map(({ file, media }) => (
        <PreloadPhoto key={file} src={pictureUrl(baseUrl, file)} baseUrl={baseUrl} sizes={SIZES} media={media} />
      ))}
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
          file={LANDSCAPE.file}
          alt="Three backpacks side by side: Campus in blue, Hybrid in grey and Nomad in blue"
          sizes={SIZES}
          width={2400}
          height={1350}
          priority
          portrait={{ ...PORTRAIT, width: 1080, height: 1350 }}
          className="hero-photo"
        />
      </div>
    </section>
  )
}

import { closing, closingText, hero, repairLink, storyLink, write } from '@shop/contract/pages/words/home'
import { closingAlt, heroAlt } from '@shop/contract/pages/words/pictures'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink, ShopLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { QuizSection } from '../quiz/quiz-section.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { buttonClass } from '../ui/button.tsx'
import { HomeCards } from './home-cards.tsx'

export function HomePage() {
  const { quiz } = useShop()
  return (
    <>
      <PageMeta title="Backpacks your back appreciates" />
      <HomeHero />
      <HomeCards hasQuiz={Boolean(quiz)} />
      <HomePreviews />
      {quiz && <QuizSection quiz={quiz} />}
      <HomeClosing />
    </>
  )
}

/** The first screen: a photograph with headline, sentence and button in its empty part. */
export function HomeHero() {
  const { words, photos } = useShop()
  return (
    <section className="hero" aria-labelledby="hero-headline">
      <div className="hero-words shell">
        <h1 id="hero-headline" className="hero-headline font-display font-semibold">
          Backpacks your back appreciates
        </h1>
        <p className="mt-4 max-w-[18em] text-lg text-ink-soft md:max-w-[11em] lg:mt-6 lg:max-w-[13em]">
          {words.hero ?? hero}
        </p>
        <ButtonLink to="/shop" className="mt-6 px-7 lg:mt-8">
          Shop Now
        </ButtonLink>
      </div>
      <div className="hero-scene">
        <Photo
          src="hero-wide.jpg"
          alt={heroAlt}
          // The picture is 2.5 times as wide as high, and 1.12 times as high as the hero.
          sizes="(width < 48rem) 100vw, (width < 90rem) max(62rem, 130vw), calc(58rem + 65vw)"
          width={3400}
          height={1350}
          priority
          preload="(width >= 48rem)"
          portrait={{ src: 'hero-mobile.jpg', media: '(width < 48rem)', width: 1080, height: 1350 }}
          className="hero-photo"
          {...photos?.hero}
        />
      </div>
    </section>
  )
}

/**
 * Up to three pictures, of lines or products, that appear one after another (R42). Their boxes and names are there from the first paint, only
 * opacity and transform change, and no script is needed; styles/landing.css holds the times.
 */
export function HomePreviews() {
  const { previews = [] } = useShop()
  const [even, alone] = [previews.length % 2 === 0, previews.length === 1]
  if (previews.length === 0) return null
  return (
    <section aria-label="From our collection" className="shell pt-10 md:pt-20">
      <ul
        className={`in-turn grid grid-cols-2 gap-x-3 gap-y-6 md:gap-x-6 ${previews.length > 2 ? 'md:grid-cols-3' : ''}`}
      >
        {previews.map(({ file, name, words, alt }, turn) => (
          <li key={file} className={alone ? 'col-span-2' : even ? '' : 'max-md:first:col-span-2'}>
            <ShopLink
              to="/shop"
              className={`group rounded-md ${alone ? 'grid items-center md:grid-cols-2 md:gap-12' : 'block'}`}
            >
              <span
                className={`block overflow-hidden rounded-md bg-ground ${turn === 0 && !even ? 'aspect-square' : 'aspect-[4/5]'} md:aspect-[4/5]`}
              >
                <span className="preview-in block size-full">
                  <Photo
                    src={file}
                    alt={alt}
                    sizes={`(min-width: 100rem) 37rem, (min-width: 82rem) 31rem, (min-width: 48rem) 37vw, ${turn === 0 && !even ? '94vw' : '58vw'}`}
                    width={1400}
                    className="size-full object-cover transition-transform duration-300 group-hover:scale-[1.02]"
                  />
                </span>
              </span>
              <span className="mt-3 flex flex-wrap items-baseline gap-x-2">
                <span className="font-display text-lg font-semibold group-hover:text-clay">{name}</span>
                {words && <span className="text-ink-soft">{words}</span>}
              </span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function HomeClosing() {
  const { words, photos } = useShop()
  return (
    <section aria-labelledby="closing" className="shell pt-16 md:pt-28">
      <div className="grid items-center gap-8 lg:grid-cols-2 lg:gap-20">
        <div className="aspect-[4/3] overflow-hidden rounded-md bg-ground md:max-lg:aspect-[2/1]">
          <Photo
            src="place-bench.jpg"
            alt={closingAlt}
            sizes="(min-width: 82rem) 43rem, (min-width: 64rem) 48vw, 94vw"
            width={1680}
            height={945}
            {...photos?.closing}
          />
        </div>
        <div>
          <h2 id="closing" className="max-w-[14ch] font-display text-3xl font-semibold">
            {words.closing ?? closing}
          </h2>
          <p className="mt-5 max-w-[46ch] text-lg text-ink-soft">{words.closingText ?? closingText}</p>
          <div className="buttons mt-7">
            <DialogLink dialog="contact" className={buttonClass()}>
              {words.write ?? write}
            </DialogLink>
            <ButtonLink to="/repairs" variant="outline">
              {words.repairLink ?? repairLink}
            </ButtonLink>
            <ButtonLink to="/about" variant="outline">
              {words.storyLink ?? storyLink}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { formatMoney } from '@shop/contract/money'
import type { ShopLine } from '@shop/contract/pages/shop'
import {
  aboutInSearch,
  answered,
  answeredText,
  built,
  delivered,
  deliveredText,
  family,
  idea,
  legacy,
  linesLink,
  mended,
  mendedFact,
  mendedLink,
  returned,
  returnedText,
  wayOn,
  wayOnLink,
  wayOnText,
  wayOnWrite,
} from '@shop/contract/pages/words/about'
import { aboutAlt, handlesAlt, zipperAlt } from '@shop/contract/pages/words/pictures'
import { RETURN_DAYS } from '@shop/contract/returns/return-days'
import type { ReactNode } from 'react'
import { linePath } from '../catalog/list/product-filter.ts'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink, ShopLink } from '../links/shop-link.tsx'
import { Photo } from '../pictures/photo.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { buttonClass, CLEAR_LINK, TALL_INLINE_LINK } from '../ui/button.tsx'
import { Heading } from '../ui/heading.tsx'

/** The About page: the seven sections of the specification, in their order. */
export function AboutPage() {
  const { words, photos } = useShop()
  return (
    <>
      <PageMeta
        title="About us"
        description={words.aboutInSearch ?? aboutInSearch}
        breadcrumbs={[{ name: 'About us', path: '/about' }]}
      />
      <AboutOpening />
      <div className="shell grid gap-x-12 gap-y-8 pt-10 md:grid-cols-3 md:pt-14 lg:gap-x-16">
        <Column id="family" title="Who We Are" text={words.family ?? family} />
        <Column id="idea" title="The Idea That Sparked a Brand" text={words.idea ?? idea} />
        <Column id="built" title="Engineered to Endure" text={words.built ?? built} />
      </div>
      <AboutJourneys />
      {photos?.about === undefined && <CloseUps />}
      <OurPromise />
      <AboutClosing />
    </>
  )
}

/** Headings and texts of the columns begin on the same lines. */
function Column({ id, title, text }: { id: string; title: string; text: string }) {
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line pt-5 md:row-span-2 md:grid md:grid-rows-subgrid md:gap-y-0"
    >
      <Heading id={id}>{title}</Heading>
      <div>
        <Paragraphs text={text} className="mt-3 max-w-[52ch] text-ink-soft" />
      </div>
    </section>
  )
}

/** An empty line starts a new paragraph. */
function Paragraphs({ text, className }: { text: string; className: string }) {
  return text.split('\n\n').map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph}
    </p>
  ))
}

/** How the bags of the shop's own pictures are made, seen from close by. */
function CloseUps() {
  return (
    <div className="shell grid gap-4 pt-12 sm:grid-cols-2 md:gap-8 md:pt-16">
      <CloseUp src="detail-zipper.jpg" alt={zipperAlt} height={900} />
      <CloseUp src="duffel-blue-detail.jpg" alt={handlesAlt} height={1200} />
    </div>
  )
}

function CloseUp(props: { src: string; alt: string; height: number }) {
  return (
    <div className="aspect-[4/3] overflow-hidden rounded-md bg-ground">
      <Photo {...props} width={1200} sizes="(min-width: 100rem) 46rem, (min-width: 40rem) 47vw, 94vw" />
    </div>
  )
}

function OurPromise() {
  const { words, returnDays = RETURN_DAYS } = useShop()
  return (
    <section aria-labelledby="promise" className="shell pt-12 md:pt-16">
      <Heading size="2xl" id="promise">
        Our Promise
      </Heading>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
        <Fact term={words.answered ?? answered} fact="24 to 48 hours">
          {words.answeredText ?? answeredText}
        </Fact>
        <Fact term={words.returned ?? returned} fact={`${returnDays} days`}>
          {words.returnedText ?? returnedText}
        </Fact>
        <Fact term={words.delivered ?? delivered} fact={formatMoney(FREE_DELIVERY_FROM_CENTS)}>
          {words.deliveredText ?? deliveredText}
        </Fact>
        <Fact term={words.mended ?? mended} fact={words.mendedFact ?? mendedFact}>
          <ShopLink to="/repairs" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
            {words.mendedLink ?? mendedLink}
          </ShopLink>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ term, fact, children }: { term: string; fact: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-4">
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1 font-display text-xl font-semibold text-clay">{fact}</dd>
      <dd className="mt-1 text-sm text-ink-soft">{children}</dd>
    </div>
  )
}

/** The first screen: page title, first section, and the page's one large photograph, from edge to edge. */
export function AboutOpening() {
  const { name, words, photos } = useShop()
  return (
    <section aria-labelledby="legacy">
      <div className="shell pt-6 pb-6 md:pt-10 md:pb-8">
        <h1 tabIndex={-1} className="font-medium text-ink-soft">
          About {name}
        </h1>
        <div className="mt-2 grid items-end gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr]">
          <h2 id="legacy" className="font-display text-4xl font-semibold">
            Our Legacy. <br />
            Your Journey
          </h2>
          <Paragraphs text={words.legacy ?? legacy} className="max-w-[58ch] text-lg text-ink-soft" />
        </div>
      </div>
      <div className="aspect-[4/3] overflow-hidden bg-ground sm:aspect-[2/1] lg:aspect-[12/5]">
        <Photo
          src="place-pegs.jpg"
          alt={aboutAlt}
          sizes="(min-width: 40rem) 100vw, 134vw"
          width={1600}
          height={900}
          priority
          className="size-full object-cover object-[85%_35%]"
          {...photos?.about}
        />
      </div>
    </section>
  )
}

/** The lines of the shop side by side, each with the way to its bags; where there are none, the way to all products. */
export function AboutJourneys() {
  const { words, lines = [] } = useShop()
  const featured = lines.filter((line) => line.featured)
  return (
    <section aria-labelledby="journeys" className="mt-14 bg-card py-12 md:mt-20 md:py-16">
      <div className="shell">
        <Heading size="2xl" id="journeys">
          Designed for Every Journey
        </Heading>
        {featured.length === 0 ? (
          <ButtonLink to="/shop" variant="outline" className="mt-6">
            {words.linesLink ?? linesLink}
          </ButtonLink>
        ) : (
          <ul className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-3">
            {featured.map((line) => (
              <li key={line.line}>
                <Journey line={line} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** A photograph of a bag is square and stands as high as the box, on its own ground. */
const STUDIO_PHOTO = { sizes: '(min-width: 100rem) 22rem, (min-width: 40rem) 24vw, 33vw', width: 880 }

function Journey({ line: { line, text, preview: picture } }: { line: ShopLine }) {
  return (
    <ShopLink
      to={linePath(line)}
      className={`group rounded-md sm:block ${picture === null ? 'block' : 'stacked grid grid-cols-2 items-center gap-x-4'}`}
    >
      {picture && (
        <span className="block aspect-[4/3] overflow-hidden rounded-md bg-ground">
          <span className="mx-auto block aspect-square h-full">
            <Photo src={picture.file} alt={picture.alt} {...STUDIO_PHOTO} />
          </span>
        </span>
      )}
      <span className={`block ${picture === null ? '' : 'sm:mt-4'}`}>
        <span className="block font-display text-xl font-semibold group-hover:text-clay">{line}</span>
        {text && <span className="mt-1 block text-ink-soft max-md:text-sm">{text}</span>}
      </span>
    </ShopLink>
  )
}

export function AboutClosing() {
  const { words } = useShop()
  return (
    <section aria-labelledby="way-on" className="shell pt-12 md:pt-16">
      <div className="flex flex-col items-center border-t border-line pt-10 text-center md:pt-12">
        <h2 id="way-on" className="max-w-[16ch] font-display text-3xl font-semibold">
          {words.wayOn ?? wayOn}
        </h2>
        <Paragraphs text={words.wayOnText ?? wayOnText} className="mt-4 max-w-[44ch] text-lg text-ink-soft" />
        <div className="buttons mt-8 justify-center">
          <ButtonLink to="/shop">{words.wayOnLink ?? wayOnLink}</ButtonLink>
          <DialogLink dialog="contact" className={buttonClass('outline')}>
            {words.wayOnWrite ?? wayOnWrite}
          </DialogLink>
        </div>
      </div>
    </section>
  )
}

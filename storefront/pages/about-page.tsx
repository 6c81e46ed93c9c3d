import { ShopLink } from '../links/shop-link.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/link-class.ts'
import { AboutChapter } from './about-chapter.tsx'
import { AboutClosing } from './about-closing.tsx'
import { AboutJourneys } from './about-journeys.tsx'
import { AboutOpening } from './about-opening.tsx'

/** The About page: the seven sections of the specification, in their order. */
export function AboutPage() {
  return (
    <>
      <PageMeta
        title="About us"
        description="Who makes these backpacks, why we started, how they are built to last and what we promise: one family, over 40 years."
        breadcrumbs={[{ name: 'About us', path: '/about' }]}
      />
      <AboutOpening />
      <WhoWeAre />
      <TheIdea />
      <EngineeredToEndure />
      <AboutJourneys />
      <OurPromise />
      <AboutClosing />
    </>
  )
}

function WhoWeAre() {
  return (
    <AboutChapter
      title="Who We Are"
      pull="The people who draw the pattern are the people who mend the bag."
      photo={{
        file: 'place-bench.jpg',
        alt: 'A grey Hybrid backpack on a wooden workbench, with thread spools, webbing, rivets, leather and an awl',
        wide: true,
      }}
    >
      <p>
        We are a family of makers. What one generation learned at the sewing table the next one learned beside it: how a
        fabric wants to be cut, where a strap pulls, why a seam gives way.
      </p>
      <p>
        We are small on purpose. Design, sewing and repair sit close together, so that what comes back for mending
        teaches us how to make the next one.
      </p>
    </AboutChapter>
  )
}

function TheIdea() {
  return (
    <AboutChapter
      title="The Idea That Sparked a Brand"
      pull="Begin with the back, then build the bag."
      photo={{ file: 'nomad-slim-blue-back.jpg', alt: 'Nomad backpack in blue from behind, with padded back panel' }}
      turned
    >
      <p>
        Most bags are drawn from the front, because the front is what one sees in a window. The person carrying it never
        sees the front. They feel the other side, all day.
      </p>
      <p>
        So we turned the drawing around. Straps, back panel and balance come first; pockets and looks follow. It was a
        plain idea, and everything we have made since comes from it.
      </p>
    </AboutChapter>
  )
}

function EngineeredToEndure() {
  return (
    <AboutChapter
      title="Engineered to Endure"
      pull="Every part that wears is a part that can be replaced."
      photo={{
        file: 'detail-zipper.jpg',
        alt: 'A metal zipper with a stitched leather pull on blue heather fabric',
        wide: true,
      }}
    >
      <p>
        Heathered recycled polyester for the body, edges stitched twice, metal zippers with leather pulls that are easy
        to find with gloves on. Nothing rare, all of it chosen because it holds.
      </p>
      <p>
        Buckles, zippers and straps take the strain, so they are sewn in where a needle can reach them again. A repair
        should take an evening, not a new bag.
      </p>
    </AboutChapter>
  )
}

function OurPromise() {
  return (
    <AboutChapter
      title="Our Promise"
      pull="If it has our patch on it, you can write to us about it."
      photo={{
        file: 'place-pegs.jpg',
        alt: 'Three backpacks, Campus, Hybrid and Nomad, on wooden pegs at a plaster wall in afternoon light',
        wide: true,
      }}
      turned
    >
      <p>
        We say what a bag holds and what it weighs. We show our backpacks from the front and from behind. We tell you
        when it is sold out, and we answer when you write, whether you want to buy, to ask or to complain.
      </p>
      <p>
        And when a bag of ours gives way, we would rather mend it than sell you another.{' '}
        <ShopLink to="/repairs" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
          How repairs work
        </ShopLink>
      </p>
    </AboutChapter>
  )
}

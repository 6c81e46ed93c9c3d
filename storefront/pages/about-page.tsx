import { formatMoney } from '@shop/contract/money'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/order-totals'
import type { ReactNode } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { RETURN_DAYS } from '../site/return-policy.ts'
import { CLEAR_LINK, TALL_INLINE_LINK } from '../ui/link-class.ts'
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
      <div className="shell grid gap-x-12 gap-y-8 pt-10 md:grid-cols-3 md:pt-14 lg:gap-x-16">
        <Column id="family" title="Who We Are">
          A family of makers. Design, sewing and repair sit close together, so what comes back for mending teaches us
          how to make the next bag.
        </Column>
        <Column id="idea" title="The Idea That Sparked a Brand">
          Most bags are drawn from the front, but the person who carries one feels the other side all day. We begin with
          straps and back panel; pockets and looks follow.
        </Column>
        <Column id="built" title="Engineered to Endure">
          Edges are stitched twice, zippers are metal. Buckles, zippers and straps are sewn in where a needle can reach
          them again.
        </Column>
      </div>
      <AboutJourneys />
      <OurPromise />
      <AboutClosing />
    </>
  )
}

function Column({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-5">
      <h2 id={id} className="font-display text-xl font-semibold">
        {title}
      </h2>
      <p className="mt-3 max-w-[52ch] text-ink-soft">{children}</p>
    </section>
  )
}

/** What the shop holds itself to, in its own figures. */
function OurPromise() {
  return (
    <section aria-labelledby="promise" className="shell pt-12 md:pt-16">
      <h2 id="promise" className="font-display text-2xl font-semibold">
        Our Promise
      </h2>
      <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-8 lg:grid-cols-4">
        <Fact term="We answer within" fact="24 to 48 hours">
          Whether you want to buy, to ask or to complain.
        </Fact>
        <Fact term="Returns within" fact={`${RETURN_DAYS} days`}>
          Of delivery, for what is unused.
        </Fact>
        <Fact term="Free delivery from" fact={formatMoney(FREE_DELIVERY_FROM_CENTS)}>
          In the United States.
        </Fact>
        <Fact term="When a bag gives way" fact="We mend it">
          <ShopLink to="/repairs" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
            How repairs work
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

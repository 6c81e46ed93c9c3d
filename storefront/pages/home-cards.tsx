import { what, whatLink, who, whoLink, why, whyLink } from '@shop/contract/pages/words/home'
import { ArrowDown, ArrowRight } from 'lucide'
import type { MouseEvent, ReactNode } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { showQuiz } from '../quiz/quiz-place.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Heading } from '../ui/heading.tsx'
import { Icon, LineDrawing } from '../ui/icon.tsx'

const CARD_CLASS = 'group grid grid-cols-[3.5rem_1fr] gap-x-5 rounded-md md:block'

/** Who we are, What we do, Why it matters (section 2): each card is one link. */
export function HomeCards({ hasQuiz }: { hasQuiz: boolean }) {
  const { words } = useShop()
  return (
    <section aria-label="About the maker" className="shell pt-6 md:pt-20">
      <ul className="in-turn grid divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0">
        <Card title="Who we are" drawing={<Needle />} to="/about" more={words.whoLink ?? whoLink}>
          {words.who ?? who}
        </Card>
        <Card title="What we do" drawing={<Bag />} to={hasQuiz ? '#quiz' : '/shop'} more={words.whatLink ?? whatLink}>
          {words.what ?? what}
        </Card>
        <Card title="Why it matters" drawing={<Patch />} to="/shop" more={words.whyLink ?? whyLink}>
          {words.why ?? why}
        </Card>
      </ul>
    </section>
  )
}

type CardProps = {
  title: string
  drawing: ReactNode
  /** A page, or the quiz on this one. */
  to: '/about' | '/shop' | '#quiz'
  more: string
  children: ReactNode
}

function Card({ title, drawing, to, more, children }: CardProps) {
  const content = (
    <>
      <span className="row-span-3 text-clay">{drawing}</span>
      <Heading className="md:mt-5">{title}</Heading>
      <p className="mt-2 max-w-[38ch] text-ink-soft">{children}</p>
      <p className="mt-3 inline-flex items-center gap-2 font-medium underline decoration-line-strong underline-offset-4 group-hover:text-clay group-hover:decoration-clay">
        {more}
        <Icon icon={to === '#quiz' ? ArrowDown : ArrowRight} size={17} />
      </p>
    </>
  )
  return (
    <li className="card-in py-7 md:px-7 md:py-2 md:first:pl-0 md:last:pr-0 lg:px-12">
      {to === '#quiz' ? (
        <a href={to} onClick={handleShowQuiz} className={CARD_CLASS}>
          {content}
        </a>
      ) : (
        <ShopLink to={to} className={CARD_CLASS}>
          {content}
        </ShopLink>
      )}
    </li>
  )
}

function handleShowQuiz(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  showQuiz()
}

function Needle() {
  return (
    <LineDrawing className="size-14">
      <path d="M50 12 20 46" />
      <path d="M50 12c2-2 5 1 3 3l-4 4" />
      <path d="M20 46c-4 4-8 4-9 1s4-6 9-3 12 8 20 6 8-10 14-8" strokeDasharray="4 3.500" />
    </LineDrawing>
  )
}

function Bag() {
  return (
    <LineDrawing className="size-14">
      <path d="M26 13c0-5 12-5 12 0" />
      <path d="M17 28c0-9 5-15 15-15s15 6 15 15v21c0 3-2 5-5 5H22c-3 0-5-2-5-5z" />
      <path d="M22 37h20v12H22zM22 41h20M36 41v3" />
      <path d="M17 34c-4 1-5 4-5 7v7M47 34c4 1 5 4 5 7v7" />
    </LineDrawing>
  )
}

function Patch() {
  return (
    <LineDrawing className="size-14">
      <rect x="12" y="16" width="40" height="32" rx="6" />
      <rect x="16" y="20" width="32" height="24" rx="3.500" strokeDasharray="3 3" />
      <path d="m21 38 8-11 5 6 3-4 6 9" />
    </LineDrawing>
  )
}

import { QuizSection } from '../quiz/quiz-section.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { HomeCards } from './home-cards.tsx'
import { HomeClosing } from './home-closing.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomePreviews } from './home-previews.tsx'

/** The landing page (section 2). */
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

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { plural } from '@shop/contract/text/plural'
import { ArrowLeft } from 'lucide-react'
import Markdown from 'markdown-to-jsx/react'
import { type ComponentProps, createContext, use, useState } from 'react'
import { typed } from '../../ui/form.tsx'
import { CONTENTS_PAGE, findPages, linkedPage, pageNamed, pictureUrl, summaryOf } from './handbook.ts'
import classes from './help.module.css'
import type { HelpPages } from './help-pages.ts'

export type HelpPanelProps = {
  /** The pages for the screen beside it. */
  pages: HelpPages
  /** The pages that were read, the open one last. */
  trail: readonly string[]
  onTrail: (trail: readonly string[]) => void
}

const ShowPage = createContext<(name: string) => void>(() => {})

/** The handbook: a search over all pages, the pages for the screen, and the open page. */
export function HelpPanel({ pages, trail, onTrail }: HelpPanelProps) {
  const [text, setText] = useState('')
  const name = trail.at(-1) ?? pages[0]
  const before = trail.at(-2)
  const show = (next: string) => {
    setText('')
    onTrail([...trail.filter((read) => read !== next), next])
  }
  return (
    <ShowPage value={show}>
      <Stack gap="sm">
        <TextInput type="search" label="Search the handbook" maxLength={100} {...typed(text, setText)} />
        {text.trim() === '' ? (
          <>
            <nav aria-label="Pages of the handbook">
              <Group gap="xs">
                {before !== undefined && (
                  <PageButton name={before} icon={<ArrowLeft aria-hidden size={16} />}>
                    Back
                  </PageButton>
                )}
                {name !== CONTENTS_PAGE && <PageButton name={CONTENTS_PAGE}>All pages</PageButton>}
                {pages.map((page) => page !== name && <PageButton key={page} name={page} />)}
              </Group>
            </nav>
            <Article key={name} name={name} />
          </>
        ) : (
          <Found text={text} />
        )}
      </Stack>
    </ShowPage>
  )
}

function PageButton({ name, icon, children }: { name: string; icon?: React.ReactNode; children?: string }) {
  const show = use(ShowPage)
  const { title } = pageNamed(name)
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.page ?? ''}
      leftSection={icon}
      onClick={() => show(name)}
      {...(children === 'Back' && { 'aria-label': `Back to ${title}` })}
    >
      {children ?? title}
    </Button>
  )
}

function Found({ text }: { text: string }) {
  const show = use(ShowPage)
  const found = findPages(text)
  return (
    <>
      <Text role="status" c="dimmed" fz="sm">
        {found.length === 0
          ? `No page matches “${text.trim()}”.`
          : plural(found.length, 'One page', `${found.length} pages`)}
      </Text>
      <ul className={classes.found}>
        {found.map((page) => (
          <li key={page.name}>
            <button type="button" className={classes.result} onClick={() => show(page.name)}>
              <b>{page.title}</b>
              <span>{summaryOf(page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A page, whose heading is focused when it opens. */
function Article({ name }: { name: string }) {
  return (
    <article ref={openAtTop} className={classes.article}>
      <Markdown options={MARKDOWN_OPTIONS}>{pageNamed(name).text}</Markdown>
    </article>
  )
}

function openAtTop(article: HTMLElement | null): void {
  article?.querySelector('h3')?.focus({ preventScroll: true })
  article?.closest('[data-help]')?.scrollTo({ top: 0 })
}

/** The panel's own heading is of the second level. */
const MARKDOWN_OPTIONS = {
  disableParsingRawHTML: true,
  overrides: {
    h1: { component: 'h3', props: { tabIndex: -1, 'data-autofocus': true } },
    h2: { component: 'h4' },
    a: { component: PageLink },
    img: { component: Picture },
  },
} as const

function PageLink({ href = '', children }: ComponentProps<'a'>) {
  const show = use(ShowPage)
  const page = linkedPage(href)
  if (page === null) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  return (
    <button type="button" className={classes.link} onClick={() => show(page)}>
      {children}
    </button>
  )
}

function Picture({ src = '', alt = '' }: ComponentProps<'img'>) {
  return <img src={pictureUrl(src)} alt={alt} loading="lazy" className={classes.picture} />
}

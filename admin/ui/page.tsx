import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, type Ref, use, useId } from 'react'
import { Link } from 'react-router'
import classes from './page.module.css'
import { Loaded, type LoadedProps } from './states.tsx'

/** Content beside the heading of every page below it. */
export const PageAside = createContext<ReactNode>(null)

/** A page whose heading gets the focus after navigation and is the document's title. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Admin`)
  return (
    <>
      <div className={classes.head}>
        <div className={classes.title}>
          <Title order={1} ref={focusHeading} tabIndex={-1} fz={{ base: '1.75rem', sm: '2.125rem' }}>
            {title}
          </Title>
          {use(PageAside)}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </>
  )
}

function focusHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}

/** Something said in passing. */
export const Hint = Text.withProps({ c: 'dimmed', fz: 'sm' })

/** A button beside the one that matters. */
export const QuietButton = Button.withProps({ variant: 'default' })

/** The buttons of a section, side by side; on phones they fill their rows. */
export const Buttons = Group.withProps({ gap: 'sm', className: classes.buttons ?? '' })

type SectionProps = { title: string; heading?: Ref<HTMLHeadingElement>; children: ReactNode }

export function Section({ title, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} id={id} ref={heading} {...(heading !== undefined && { tabIndex: -1 })} fz="1.25rem" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

/** Stays in sight while something on the page is not saved; notifications keep clear of it. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className={classes.saveBar} data-save-bar>
      {children}
    </div>
  )
}

/** Sections side by side on wide screens, the first ones in the left column, and below each other on all others. */
export function Columns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={classes.columns}>
      <Stack gap="md">{left}</Stack>
      <Stack gap="md">{right}</Stack>
    </div>
  )
}

/** Leads from a page to the one above it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.link ?? ''}>
      <ArrowLeft aria-hidden size={18} />
      {children}
    </Link>
  )
}

type LoadedPageProps<T> = {
  /** Shown until the data is there, which brings a title of its own. */
  title: string
  back: ReactNode
  query: LoadedProps<T>['query']
  label: string
  children: (data: T) => ReactNode
}

/** A page about what an address names, once that is loaded. */
export function LoadedPage<T>({ title, back, query, label, children }: LoadedPageProps<T>): ReactNode {
  if (query.data !== undefined) return children(query.data)
  return (
    <Page title={title}>
      {back}
      <Loaded query={query} label={label}>
        {children}
      </Loaded>
    </Page>
  )
}

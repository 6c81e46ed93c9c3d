import { Group, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { AdminCallError } from '../app/call.ts'
import { PageAside } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import classes from './entrance.module.css'

/** The workshop, from the shop's own photographs. */
const BACKGROUND_PATH = '/images/place-bench.jpg?w=1280&f=webp'

/** The layout of pages without a session: one panel, beside a photograph of the workshop where there is room. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Admin`)
  return (
    <main className={classes.entrance}>
      <div className={classes.place} style={{ backgroundImage: `url(${BACKGROUND_PATH})` }} />
      <div className={classes.form}>
        <div className={classes.panel}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
            <Title order={1} fz="1.75rem">
              {title}
            </Title>
            {use(PageAside)}
          </Group>
          {children}
        </div>
      </div>
    </main>
  )
}

type LinkEntranceProps<T> = {
  title: string
  query: UseQueryResult<T>
  /** For screen readers while the link is looked at. */
  label: string
  /** Next steps for a link that no longer works. */
  instead?: ReactNode
  children: (data: T) => ReactNode
}

/** Where a link with a token leads, which may be used up or too old. */
export function LinkEntrance<T>({ title, query, label, instead, children }: LinkEntranceProps<T>) {
  const { error } = query
  return (
    <Entrance title={title}>
      {error instanceof AdminCallError && error.status === 404 ? (
        <div role="alert">
          <EmptyState text={error.message}>{instead}</EmptyState>
        </div>
      ) : (
        <Loaded query={query} label={label}>
          {children}
        </Loaded>
      )}
    </Entrance>
  )
}

import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './page.module.css'

/** A page whose heading gets the focus after navigation and is the document's title. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Admin`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className={classes.head}>
        <Title order={1} ref={heading} tabIndex={-1} fz={{ base: '1.75rem', sm: '2.125rem' }}>
          {title}
        </Title>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </>
  )
}

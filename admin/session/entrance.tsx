import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './entrance.module.css'

/** The layout of pages without a session: one panel on the shop's background. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Admin`
  }, [title])
  return (
    <main className={classes.entrance}>
      <div className={classes.panel}>
        <Title order={1} fz="1.75rem" mb="md">
          {title}
        </Title>
        {children}
      </div>
    </main>
  )
}

import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './entrance.module.css'

/** The workshop, from the shop's own photographs. */
const PLACE = '/images/place-bench.jpg?w=1280&f=webp'

/** The layout of pages without a session: one panel, beside a photograph of the workshop where there is room. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Admin`
  }, [title])
  return (
    <main className={classes.entrance}>
      <div className={classes.place} style={{ backgroundImage: `url(${PLACE})` }} />
      <div className={classes.form}>
        <div className={classes.panel}>
          <Title order={1} fz="1.75rem" mb="md">
            {title}
          </Title>
          {children}
        </div>
      </div>
    </main>
  )
}

import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** A page whose heading gets the focus after navigation and is the document's title. */
export function Page({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Admin`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} ref={heading} tabIndex={-1} fz={{ base: '1.75rem', sm: '2.125rem' }}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </>
  )
}

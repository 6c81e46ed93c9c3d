import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Section } from '../../ui/page.tsx'

type LinkedSectionProps = { anchor: string; title: string; children: ReactNode }

/** A section that links lead to by `#anchor`: once all above it is loaded it is scrolled to, and its heading is focused. */
export function LinkedSection({ anchor, title, children }: LinkedSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash, key } = useLocation()
  const isLoading = useIsFetching() > 0
  const arrivedBy = useRef('')
  useEffect(() => {
    if (hash !== `#${anchor}` || isLoading || arrivedBy.current === key) return
    arrivedBy.current = key
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView()
  }, [anchor, hash, key, isLoading])
  return (
    <Section title={title} heading={heading}>
      {children}
    </Section>
  )
}

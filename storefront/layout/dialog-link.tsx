import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

export type DialogName = 'contact' | 'returns'

/**
 * Opens a dialog over the page one is on: `?dialog=contact`, so that it can be shared and closed with Back. The
 * address in the markup is the same for every visitor; the visitor's own search parameters are kept on click.
 */
export function DialogLink({
  dialog,
  className,
  children,
}: {
  dialog: DialogName
  className: string
  children: ReactNode
}) {
  const { search, state } = useLocation()
  const navigate = useNavigate()

  function handleClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const parameters = new URLSearchParams(search)
    parameters.set('dialog', dialog)
    navigate({ search: `?${parameters}` }, { state })
  }

  return (
    <Link to={{ search: `?dialog=${dialog}` }} className={className} onClick={handleClick}>
      {children}
    </Link>
  )
}

import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './back-link.module.css'

/** Leads from a page to the one above it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={classes.link ?? ''}>
      <ArrowLeft aria-hidden size={18} />
      {children}
    </Link>
  )
}

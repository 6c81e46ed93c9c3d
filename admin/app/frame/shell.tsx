import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Session } from '@shop/contract/access/session'
import { Ellipsis } from 'lucide-react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ConnectionNotice } from './connection.tsx'
import { explainRefusal, leadsTo, type MenuEntry, menuOf, type Noun, splitForPhone } from './navigation.ts'
import classes from './shell.module.css'

type ShellProps = { nouns: readonly Noun[]; admin: Session }

/** The frame of every page: navigation and the state of the connection. */
export function Shell({ nouns, admin }: ShellProps) {
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <Navigation entries={menuOf(nouns, admin)} name={admin.name} />
      <main id="main" className={classes.main}>
        <ConnectionNotice />
        <AllowedPage nouns={nouns} admin={admin} />
      </main>
    </div>
  )
}

/** The page of the address, or why the signed-in person may not see it. */
function AllowedPage({ nouns, admin }: ShellProps) {
  const { pathname } = useLocation()
  const refusal = explainRefusal(nouns, pathname, admin)
  if (refusal === null) return <Outlet />
  return (
    <Page key={pathname} title={refusal.label}>
      <EmptyState text={refusal.reason} />
    </Page>
  )
}

function Navigation({ entries, name }: { entries: readonly MenuEntry[]; name: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  const { more } = splitForPhone(entries)
  return (
    <nav className={classes.nav} aria-label="Admin">
      <p className={classes.brand}>
        Admin <small>{name}</small>
      </p>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.path} className={more.includes(entry) ? classes.behindMore : undefined}>
            <EntryLink entry={entry} />
          </li>
        ))}
        {more.length > 0 && (
          <li className={classes.atBottom}>
            <button
              type="button"
              className={classes.link}
              onClick={open}
              aria-expanded={isOpen}
              aria-current={leadsTo(more, pathname)}
            >
              <Ellipsis aria-hidden size={22} />
              More
            </button>
          </li>
        )}
      </ul>
      <Drawer opened={isOpen} onClose={close} position="bottom" title="More" size="auto">
        <ul className={classes.sheet}>
          {more.map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} onFollow={close} />
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  )
}

type EntryLinkProps = { entry: MenuEntry; onFollow?: () => void }

function EntryLink({ entry: { path, label, icon: Icon }, onFollow }: EntryLinkProps) {
  return (
    <NavLink to={path} end={path === '/'} className={classes.link ?? ''} {...(onFollow ? { onClick: onFollow } : {})}>
      <Icon aria-hidden size={22} strokeWidth={1.75} />
      {label}
    </NavLink>
  )
}

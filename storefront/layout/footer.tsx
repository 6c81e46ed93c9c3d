import type { ReactNode } from 'react'
import { DialogLink } from '../links/dialog-link.tsx'
import { ButtonLink, ShopLink } from '../links/shop-link.tsx'
import { useIsComplete, usePathname } from '../router/router.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { QUIET_LINK, TALL_LINK } from '../ui/button.tsx'
import type { NavigationLink } from './navigation.ts'

const LINK_CLASS = `${TALL_LINK} ${QUIET_LINK}`

type FooterProps = { links: readonly NavigationLink[] }

/**
 * About Us, Direct Contact, Quick Links, Contact US, Follow Us and the copyright line (section 2). Each page has a footer of
 * its own: otherwise the browser would count it as moved from its place on the page before.
 */
export function Footer(props: FooterProps) {
  return (
    <AfterFirstFrame key={usePathname()}>
      <PageFooter {...props} />
    </AfterFirstFrame>
  )
}

/** It is below the window, so it need not be in the first frame of a page that a link led to. */
function AfterFirstFrame({ children }: { children: ReactNode }) {
  return useIsComplete() && children
}

function PageFooter({ links }: FooterProps) {
  const shop = useShop()
  return (
    <footer className="mt-16 border-t border-line bg-ground print:hidden">
      <div className="footer-sections shell">
        <Section title="About Us">
          <p className="max-w-[34ch] text-ink-soft">{shop.tagline}</p>
        </Section>
        <Section title="Direct Contact">
          <a className={`${LINK_CLASS} wrap-anywhere`} href={`mailto:${shop.supportEmail}`}>
            {shop.supportEmail}
          </a>
        </Section>
        <Section title="Quick Links">
          <ul>
            <li>
              <DialogLink dialog="returns" className={LINK_CLASS}>
                Return Policy
              </DialogLink>
            </li>
            {links.map(({ to, label }) => (
              <li key={to}>
                <ShopLink to={to} className={LINK_CLASS}>
                  {label}
                </ShopLink>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Contact US">
          <DialogLink dialog="contact" className={LINK_CLASS}>
            Inquiries or Feedback
          </DialogLink>
        </Section>
        <Section title="Follow Us">
          <ul>
            {shop.social.map(({ name, url }) => (
              <li key={name}>
                <a className={LINK_CLASS} href={url} rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      <div className="shell">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line py-5">
          <p className="text-sm text-ink-soft">
            © {shop.year} {shop.name}. All rights reserved.
          </p>
          <ButtonLink to="/orderAndReturn" variant="outline">
            Orders &amp; Returns
          </ButtonLink>
        </div>
      </div>
    </footer>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../app/session.queries.ts'
import { Columns } from '../ui/columns.tsx'
import { Page } from '../ui/page.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TotpSection } from './totp-section.tsx'
import { WhoSection } from './who-section.tsx'

/** The user's account: password, second factors, passkeys and sessions. */
export function AccountPage() {
  const { data: admin } = useQuery(sessionQuery)
  if (admin === undefined) return null
  return (
    <Page title="Your account">
      <Columns
        left={
          <>
            <WhoSection admin={admin} />
            <TotpSection admin={admin} />
            <PasskeysSection admin={admin} />
          </>
        }
        right={
          <>
            <PasswordSection />
            <SessionsSection />
          </>
        }
      />
    </Page>
  )
}

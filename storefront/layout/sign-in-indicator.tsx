import { greeting } from '../accounts/known-customer.ts'
import { useVisitor } from '../accounts/session-store.ts'
import { signOut } from '../accounts/sign-out.ts'
import { useApi } from '../data/api.tsx'
import { Link, useLocation } from '../router/router.tsx'

/** 'Welcome, Ada', a link to the account, and Sign Out; or a Sign In link that leads back to this page (section 2). */
export function SignInIndicator({ className }: { className: string }) {
  const { user } = useVisitor()
  const api = useApi()
  const location = useLocation()
  if (user === null) {
    return (
      <Link
        to="/login"
        state={{ from: location }}
        className={`${className} min-h-11 items-center px-3 font-medium hover:text-clay`}
      >
        Sign In
      </Link>
    )
  }
  return (
    <div className={`${className} items-center gap-1`}>
      <Link to="/account" title="Your account" className="max-w-36 truncate py-2.5 pl-2 hover:text-clay xl:max-w-40">
        {greeting(user)}
      </Link>
      <button
        type="button"
        onClick={() => signOut(api)}
        className="min-h-11 px-2 font-medium whitespace-nowrap hover:text-clay xl:px-3"
      >
        Sign Out
      </button>
    </div>
  )
}

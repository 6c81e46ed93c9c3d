import type { User } from '@shop/contract/accounts'
import { shop } from '../../shop.config.ts'
import { PageMeta } from '../layout/page-meta.tsx'
import { useApi } from '../lib/api.tsx'
import { GUEST_STATE } from '../lib/guest.ts'
import { Link, useLocation } from '../lib/router.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { useForm } from '../ui/use-form.ts'
import { signedInAs } from './known-person.ts'
import { readOrigin } from './origin.ts'
import { useVisitor } from './session-store.ts'
import { checkSignIn, NO_SIGN_IN, SignInForm } from './sign-in-form.tsx'
import { signOut } from './sign-out.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { checkSignUp, NO_SIGN_UP } from './sign-up-rules.ts'
import { useLeaveLogin } from './use-leave-login.ts'
import { useSigningIn } from './use-signing-in.ts'

/** Sign-in and sign-up (section 2). */
export function Page() {
  const { user } = useVisitor()
  const { state } = useLocation()
  const signingIn = useSigningIn()
  const origin = readOrigin(state)
  // Whoever has just signed in here is on the way back already.
  const known = signingIn.busy === null ? user : null

  return (
    <div className="mx-auto max-w-5xl px-4 pt-8 sm:px-8 sm:pt-12">
      <PageMeta
        title="Sign in"
        indexed={false}
        description="Sign in to see your orders, create an account, or go on as a guest."
      />
      <NeedsScript>
        Signing in needs JavaScript. You need no account to look around; for anything else, write to {shop.email}.
      </NeedsScript>
      {known === null ? <Ways signingIn={signingIn} /> : <Known user={known} origin={origin} />}
    </div>
  )
}

/** As a guest, with an account, or with a new one. */
function Ways({ signingIn }: { signingIn: ReturnType<typeof useSigningIn> }) {
  const leave = useLeaveLogin()
  const signIn = useForm({ initial: NO_SIGN_IN, check: checkSignIn })
  const signUp = useForm({ initial: NO_SIGN_UP, check: checkSignUp })

  return (
    <>
      <div className="flex flex-col gap-x-12 gap-y-5 md:flex-row md:items-end md:justify-between">
        <div>
          <h1 className="font-display text-3xl font-semibold">Sign in or go on as a guest</h1>
          <p className="mt-2 text-ink-soft">You need no account to look around or to find an order.</p>
        </div>
        <Button look="outline" className="min-h-12 shrink-0 md:min-w-72" onClick={() => leave(GUEST_STATE)}>
          Continue as Guest
        </Button>
      </div>
      <div className="mt-8 grid gap-y-10 border-t border-line pt-8 md:mt-10 md:grid-cols-2 md:pt-10">
        <div className="md:border-r md:border-line md:pr-12">
          <SignInForm
            form={signIn}
            signingIn={signingIn}
            onEmail={(email) => signUp.values.email === '' && signUp.set({ email })}
          />
        </div>
        <div className="border-t border-line pt-10 md:border-t-0 md:pt-0 md:pl-12">
          <SignUpForm
            form={signUp}
            signingIn={signingIn}
            onEmail={(email) => signIn.values.email === '' && signIn.set({ email })}
          />
        </div>
      </div>
    </>
  )
}

/** Somebody who is signed in already, here or in another tab. */
function Known({ user, origin }: { user: User; origin: string }) {
  const api = useApi()
  const leave = useLeaveLogin()
  return (
    <div className="flex min-h-[60vh] flex-col items-start justify-center">
      <h1 tabIndex={-1} className="font-display text-3xl font-semibold">
        You are signed in
      </h1>
      {signedInAs(user) !== '' && <p className="mt-3 wrap-anywhere text-ink-soft">As {signedInAs(user)}.</p>}
      <div className="mt-8 flex w-full flex-col gap-3 sm:flex-row">
        {origin === '/' ? (
          <Link to="/shop" replace className={buttonClass()}>
            See the backpacks
          </Link>
        ) : (
          <Button onClick={() => leave()}>Go back</Button>
        )}
        <Link to="/orderAndReturn" className={buttonClass('outline')}>
          Your orders
        </Link>
        <Button look="quiet" onClick={() => signOut(api)}>
          Sign Out
        </Button>
      </div>
    </div>
  )
}

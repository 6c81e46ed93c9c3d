import type { User } from '@shop/contract/accounts/calls'
import { asRecord, asText } from '@shop/contract/http/coercion'
import { signInAlt } from '@shop/contract/pages/words/pictures'
import { useApi } from '../../data/api.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ButtonLink, GUEST_STATE } from '../../links/shop-link.tsx'
import { Photo } from '../../pictures/photo.tsx'
import { useLocation } from '../../router/router.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/heading.tsx'
import { NeedsScript, useHydrated } from '../../ui/hydrated.tsx'
import { parseReturnPath, useLeaveLogin } from '../return-path.ts'
import { customerLabel, signOut, useVisitor } from '../session-store.ts'
import { useAuthRequest } from '../use-auth-request.ts'
import { checkSignIn, checkSignUp, NO_SIGN_IN, NO_SIGN_UP, SignInForm, SignUpForm } from './sign-in-forms.tsx'

export function LoginPage() {
  const shop = useShop()
  const { user } = useVisitor()
  const { state } = useLocation()
  const auth = useAuthRequest()
  const returnPath = parseReturnPath(state)
  // After a sign-in here the way back has already begun.
  const known = auth.busy === null ? user : null

  return (
    <div className="shell max-w-5xl pt-8 sm:pt-12">
      <PageMeta
        title="Sign in"
        indexed={false}
        description="Sign in to see your orders, create an account, or continue as a guest."
      />
      <NeedsScript>
        Signing in needs JavaScript. You can look around without an account. For anything else, write to {shop.email}.
      </NeedsScript>
      {known === null ? <SignInOptions auth={auth} /> : <SignedIn user={known} returnPath={returnPath} />}
    </div>
  )
}

function SignInOptions({ auth }: { auth: ReturnType<typeof useAuthRequest> }) {
  const shop = useShop()
  const leave = useLeaveLogin()
  const signIn = useForm({ initial: NO_SIGN_IN, check: checkSignIn })
  const { state } = useLocation()
  // Passed on by the page that offers an account.
  const email = useHydrated() ? (asText(asRecord(state)?.email) ?? '') : ''
  const signUp = useForm({ initial: { ...NO_SIGN_UP, email }, check: checkSignUp })

  return (
    <>
      <div className="flex flex-col gap-x-12 gap-y-5 md:flex-row md:items-end md:justify-between">
        <div>
          <PageTitle>Sign in or continue as a guest</PageTitle>
          <p className="mt-3 text-ink-soft">
            {`You don’t need an account to ${shop.orders === 'open' ? 'order, ' : ''}look around or find an order.`}
          </p>
        </div>
        <Button className="min-h-12 shrink-0 md:min-w-72" onClick={() => leave(GUEST_STATE)}>
          Continue as Guest
        </Button>
      </div>
      <div className="mt-8 grid gap-x-6 gap-y-10 border-t border-line pt-8 md:mt-10 md:grid-cols-2 md:border-t-0 md:pt-0">
        <div className="flex flex-col md:rounded-lg md:bg-card md:p-6">
          <SignInForm
            form={signIn}
            auth={auth}
            onEmail={(email) => signUp.values.email === '' && signUp.set({ email })}
          />
          <CloseUp />
        </div>
        <div className="border-t border-line pt-10 md:rounded-lg md:border-t-0 md:bg-card md:p-6">
          <SignUpForm
            form={signUp}
            auth={auth}
            onEmail={(email) => signIn.values.email === '' && signIn.set({ email })}
          />
        </div>
      </div>
    </>
  )
}

/** Fills what the shorter form leaves beside the longer one; with the picture of About where the family has chosen one. On phones they are below each other. */
function CloseUp() {
  const { photos } = useShop()
  return (
    <div className="relative mt-8 min-h-32 grow overflow-hidden rounded-md bg-ground max-md:hidden">
      <Photo
        src="duffel-grey-detail.jpg"
        alt={signInAlt}
        sizes="36rem"
        width={1200}
        preload="(min-width: 48rem)"
        {...photos?.about}
        className="absolute size-full object-cover"
      />
    </div>
  )
}

function SignedIn({ user, returnPath }: { user: User; returnPath: ReturnType<typeof parseReturnPath> }) {
  const api = useApi()
  const leave = useLeaveLogin()
  return (
    <div className="flex min-h-[60vh] flex-col items-start justify-center">
      <PageTitle>You’re signed in</PageTitle>
      {customerLabel(user) !== '' && <p className="mt-3 wrap-anywhere text-ink-soft">As {customerLabel(user)}.</p>}
      <div className="mt-8 flex w-full flex-col gap-3 sm:flex-row">
        {returnPath === '/' ? (
          <ButtonLink to="/shop" replace>
            See the collection
          </ButtonLink>
        ) : (
          <Button onClick={() => leave()}>Go back</Button>
        )}
        <ButtonLink to="/orderAndReturn" variant="outline">
          Your orders
        </ButtonLink>
        <ButtonLink to="/account" variant="outline">
          Your account
        </ButtonLink>
        <Button variant="quiet" onClick={() => signOut(api)}>
          Sign Out
        </Button>
      </div>
    </div>
  )
}

import type { User } from '@shop/contract/accounts'
import { pictureUrl } from '@shop/contract/pictures'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { GUEST_STATE } from '../links/shop-link.tsx'
import { PreloadPhoto, ShopPhoto } from '../pictures/photo.tsx'
import { Link } from '../router/link.tsx'
import { useLocation } from '../router/router.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { NeedsScript } from '../ui/hydrated.tsx'
import { readReturnPath, useLeaveLogin } from './return-path.ts'
import { customerLabel, signOut, useVisitor } from './session-store.ts'
import { checkSignIn, checkSignUp, NO_SIGN_IN, NO_SIGN_UP, SignInForm, SignUpForm } from './sign-in-forms.tsx'
import { useAuthRequest } from './use-auth-request.ts'

/** Sign-in and sign-up (section 2). */
export function LoginPage() {
  const shop = useShop()
  const { user } = useVisitor()
  const { state } = useLocation()
  const auth = useAuthRequest()
  const returnPath = readReturnPath(state)
  // Whoever has just signed in here is on the way back already.
  const known = auth.busy === null ? user : null

  return (
    <div className="shell max-w-5xl pt-8 sm:pt-12">
      <PageMeta
        title="Sign in"
        indexed={false}
        description="Sign in to see your orders, create an account, or go on as a guest."
      />
      <NeedsScript>
        Signing in needs JavaScript. You need no account to look around; for anything else, write to {shop.email}.
      </NeedsScript>
      {known === null ? <SignInOptions auth={auth} /> : <SignedIn user={known} returnPath={returnPath} />}
    </div>
  )
}

/** As a guest, with an account, or with a new one. */
function SignInOptions({ auth }: { auth: ReturnType<typeof useAuthRequest> }) {
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
          <Pegs />
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

const PEGS = 'place-pegs.jpg'
const SIZES = '28rem'

/** Fills what the shorter form leaves beside the longer one. On phones they are below each other. */
function Pegs() {
  const { baseUrl } = useApi()
  return (
    <div className="relative mt-8 min-h-32 grow overflow-hidden rounded-md bg-ground max-md:hidden">
      <PreloadPhoto src={pictureUrl(baseUrl, PEGS)} baseUrl={baseUrl} sizes={SIZES} media="(min-width: 48rem)" />
      <ShopPhoto
        file={PEGS}
        alt="Three backpacks, Campus, Hybrid and Nomad, on wooden pegs at a plaster wall in afternoon light"
        sizes={SIZES}
        width={1600}
        height={900}
        className="absolute size-full object-cover"
      />
    </div>
  )
}

/** Somebody who is signed in already, here or in another tab. */
function SignedIn({ user, returnPath }: { user: User; returnPath: ReturnType<typeof readReturnPath> }) {
  const api = useApi()
  const leave = useLeaveLogin()
  return (
    <div className="flex min-h-[60vh] flex-col items-start justify-center">
      <h1 tabIndex={-1} className="font-display text-3xl font-semibold">
        You are signed in
      </h1>
      {customerLabel(user) !== '' && <p className="mt-3 wrap-anywhere text-ink-soft">As {customerLabel(user)}.</p>}
      <div className="mt-8 flex w-full flex-col gap-3 sm:flex-row">
        {returnPath === '/' ? (
          <Link to="/shop" replace className={buttonClass()}>
            See the backpacks
          </Link>
        ) : (
          <Button onClick={() => leave()}>Go back</Button>
        )}
        <Link to="/orderAndReturn" className={buttonClass('outline')}>
          Your orders
        </Link>
        <Link to="/account" className={buttonClass('outline')}>
          Your account
        </Link>
        <Button variant="quiet" onClick={() => signOut(api)}>
          Sign Out
        </Button>
      </div>
    </div>
  )
}

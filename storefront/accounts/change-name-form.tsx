import type { User } from '@shop/contract/accounts'
import { changeNameEndpoint } from '@shop/contract/own-account'
import { useApi } from '../data/api.tsx'
import { useForm } from '../forms/use-form.ts'
import { AccountForm } from './account-form.tsx'
import { nameErrors } from './customer-errors.ts'
import { NameFields } from './customer-fields.tsx'
import { currentVisitor, saveSession } from './session-store.ts'
import { useAccountRequest } from './use-account-request.ts'

/** First and last name, both required. */
export function ChangeNameForm({ user }: { user: User }) {
  const api = useApi()
  const request = useAccountRequest()
  const { firstName, lastName } = user
  const form = useForm({ initial: { firstName, lastName }, check: nameErrors })

  async function changeName(): Promise<void> {
    const { token } = currentVisitor()
    const body = { firstName: form.values.firstName.trim(), lastName: form.values.lastName.trim() }
    const changed = await api.call(changeNameEndpoint, { body }, { token })
    // Whoever signed out meanwhile, here or in another tab, stays signed out.
    if (token !== null && currentVisitor().token === token) saveSession({ user: changed, token })
  }

  return (
    <AccountForm
      label="Name"
      submit="Save name"
      submitting="Saving..."
      done="Your name is saved."
      request={request}
      onSubmit={() => form.checkAll() && void request.send(changeName)}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <NameFields field={form.field} />
      </div>
    </AccountForm>
  )
}

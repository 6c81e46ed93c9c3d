import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type AdminCode, adminDiscounts, TYPED_CODE_LENGTH } from '@shop/contract/discounts/admin'
import { CODE_RULE, normalizeCode } from '@shop/contract/discounts/rules'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { fieldsOf } from '../app/call.ts'
import { useChange } from '../app/changes/use-change.ts'
import { LeaveGuard } from '../app/frame/unsaved.tsx'
import { queryClient } from '../app/query-client.ts'
import { Form, typed } from '../ui/form.tsx'
import { BackLink, Hint, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState, FailureLine } from '../ui/states.tsx'
import { DiscountFields, type Goods } from './discount-fields.tsx'
import { EMPTY_VALUES, termsOf, valuesOf } from './discount-values.ts'
import { discountsQuery, STATUS_WORDS } from './discounts.queries.ts'

export { DiscountPage as Component }

export const loader = () => void queryClient.prefetchQuery(discountsQuery)

const BACK_LINK = <BackLink to="/discounts">All codes</BackLink>
const CHANGE_OPTIONS = { refreshes: [discountsQuery.queryKey], showsError: true } as const

/** A code: what it takes off, of what, when and how often, and whether it is on. */
function DiscountPage() {
  const { code: name = '' } = useParams()
  return (
    <LoadedPage title={name} back={BACK_LINK} query={useQuery(discountsQuery)} label="Loading the code">
      {({ codes, goods }) => {
        const code = codes.find((one) => one.code === normalizeCode(name))
        return (
          <Page title={code?.code ?? name}>
            {BACK_LINK}
            {code === undefined ? (
              <EmptyState text="There’s no such code." />
            ) : (
              <Stack gap="md">
                <StateSection code={code} />
                {/* Another version is another form: after a save, an undo, or a change of someone else that is taken over. */}
                <TermsSection key={code.version} code={code} goods={goods} />
              </Stack>
            )}
          </Page>
        )
      }}
    </LoadedPage>
  )
}

const STATE_HINTS: Readonly<Record<AdminCode['status'], string>> = {
  on: 'It works for orders you enter, and online while orders are open.',
  paused: 'No one can use it until you turn it on.',
  not_yet: 'It’s on, and starts on its first day.',
  expired: 'It has expired. Set a new last day to use it again.',
  used_up: 'It has reached its limit. Raise the limit to use it again.',
  ended: 'It has ended and can’t be turned on again. Create a new code instead.',
}

function StateSection({ code }: { code: AdminCode }) {
  const { state, status, uses, version } = code
  const { change, isPending, failure } = useChange(adminDiscounts.setCodeState, {
    ...CHANGE_OPTIONS,
    done: ({ body }) => `${code.code} ${body.state === 'ended' ? 'has ended' : `is ${body.state}`}`,
  })
  const set = (next: AdminCode['state']) => change({ params: { code: code.code }, body: { state: next, version } })
  return (
    <Section title={STATUS_WORDS[status]}>
      <Stack gap="sm">
        <Hint>
          {STATE_HINTS[status]} {uses > 0 && `${formatCount(uses, 'order has', 'orders have')} used it.`}
        </Hint>
        <FailureLine text={failure} />
        {state !== 'ended' && (
          <Group gap="sm">
            {state === 'paused' ? (
              <Button loading={isPending} onClick={() => set('on')}>
                Turn it on
              </Button>
            ) : (
              <QuietButton loading={isPending} onClick={() => set('paused')}>
                Pause it
              </QuietButton>
            )}
            <QuietButton loading={isPending} onClick={() => set('ended')}>
              End it
            </QuietButton>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

function TermsSection({ code, goods }: { code: AdminCode; goods: Goods }) {
  const saved = valuesOf(code)
  const [values, setValues] = useState(saved)
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)
  const save = useChange(adminDiscounts.changeCode, { ...CHANGE_OPTIONS, done: `${code.code} is saved` })
  return (
    <Section title="Discount">
      <LeaveGuard isActive={isChanged && !save.isPending} />
      <Form
        onSubmit={() => {
          if (!isChanged) return
          save.change({ params: { code: code.code }, body: { terms: termsOf(values), version: code.version } })
        }}
      >
        <Stack gap="md">
          <DiscountFields values={values} goods={goods} errors={fieldsOf(save.error)} onChange={setValues} />
          <FailureLine text={failureText(save)} />
          {code.state !== 'ended' && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!isChanged}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </Form>
    </Section>
  )
}

/** The errors that no field shows. */
function failureText({ error, failure }: { error: Error | null; failure: string | null }): string | null {
  return Object.keys(fieldsOf(error)).length > 0 ? 'Please check the fields in red. Nothing was saved.' : failure
}

/** A new code, which is paused until it is turned on. */
export function NewDiscountPage() {
  return (
    <LoadedPage
      title="New discount code"
      back={BACK_LINK}
      query={useQuery(discountsQuery)}
      label="Loading products and lines"
    >
      {({ goods }) => (
        <Page title="New discount code">
          {BACK_LINK}
          <NewCode goods={goods} />
        </Page>
      )}
    </LoadedPage>
  )
}

function NewCode({ goods }: { goods: Goods }) {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [values, setValues] = useState(EMPTY_VALUES)
  const isChanged = code !== '' || JSON.stringify(values) !== JSON.stringify(EMPTY_VALUES)
  const { change, isPending, error, failure } = useChange(adminDiscounts.createCode, {
    ...CHANGE_OPTIONS,
    done: 'Code saved. It’s paused until you turn it on',
    onDone: () => navigate(`/discounts/${normalizeCode(code)}`, { replace: true }),
  })
  const errors = fieldsOf(error)
  return (
    <Section title="The code">
      <LeaveGuard isActive={isChanged && !isPending && error === null} />
      <Form onSubmit={() => change({ body: { code, terms: termsOf(values) } })}>
        <Stack gap="md">
          <TextInput
            label="Code"
            description={CODE_RULE}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={TYPED_CODE_LENGTH}
            maw="24rem"
            error={errors.code}
            {...typed(code, setCode)}
          />
          <DiscountFields values={values} goods={goods} errors={errors} onChange={setValues} />
          <FailureLine text={failureText({ error, failure })} />
          <Group>
            <Button type="submit" loading={isPending}>
              Save as paused
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  )
}

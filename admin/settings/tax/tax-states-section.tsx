import { Accordion, Checkbox, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { US_STATES } from '@shop/contract/address/us-states'
import type { ResultOf } from '@shop/contract/http/call'
import { keysOf } from '@shop/contract/http/coercion'
import { formatAdminMoney } from '@shop/contract/money'
import { adminSalesTax, PERMIT_LENGTH, type StateSales, USUAL_THRESHOLD } from '@shop/contract/tax/admin'
import { plural } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { typed } from '../../ui/form.tsx'
import { Hint, QuietButton } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { SaveButton, SavedForm } from '../forms/saved-form.tsx'
import { useSavedForm } from '../forms/use-saved-form.ts'
import classes from '../settings.module.css'
import { taxQuery, taxStatesQuery } from '../settings.queries.ts'
import { LinkedSection } from '../shop/linked-section.tsx'
import {
  countUndecided,
  DECISION_LABELS,
  decideOthers,
  describeCollected,
  isSearched,
  mergeStates,
  type StateValues,
  stateDifferences,
  stateErrors,
  statesOnTop,
  stateValues,
  toTaxStates,
} from './tax-states.ts'

/** In which states sales tax is collected, saved together as one change with one Undo. */
export function TaxStatesSection() {
  const states = useQuery(taxStatesQuery)
  return (
    <LinkedSection anchor="sales-tax" title="Where sales tax is collected">
      <Loaded query={states} label="Loading the states">
        {(data) => <TaxStatesForm {...data} />}
      </Loaded>
    </LinkedSection>
  )
}

function othersLabel(undecided: number, { length }: { length: number }): string {
  if (undecided === length) return 'Not collected in any state'
  return `Not collected in the ${plural(undecided, 'one', `${undecided}`)} still undecided`
}

function TaxStatesForm({ states, sales }: ResultOf<typeof adminSalesTax.getTaxStates>) {
  const present = stateValues(states)
  const form = useSavedForm(adminSalesTax.replaceTaxStates, {
    present,
    merge: mergeStates,
    findErrors: stateErrors,
    requestOf: (wanted, seen) => ({ body: { wanted: toTaxStates(wanted), seen: toTaxStates(seen) } }),
    normalize: (edited) => stateValues(toTaxStates(edited)),
    writeSaved: (queryClient, saved) =>
      queryClient.setQueryData(taxStatesQuery.queryKey, (data) => data && { ...data, states: toTaxStates(saved) }),
    done: 'Sales tax states saved',
    refreshes: taxStatesQuery.queryKey,
  })
  const { value, set, errors } = form
  const onTop = statesOnTop(present, sales)
  const others = value.filter(({ state }) => !onTop.has(state))
  const [undecided, undecidedBefore] = [countUndecided(value), countUndecided(present)]
  const fields = (values: readonly StateValues[]) => (
    <StateList
      values={values}
      sales={sales}
      errors={errors}
      onEdit={(edited) => set(value.map((one) => (one.state === edited.state ? edited : one)))}
    />
  )
  return (
    <SavedForm
      form={form}
      intro="Applies to orders you enter by hand, and to online orders once they’re open. Most states require a permit."
      differences={() => stateDifferences(present, value)}
      actions={
        <Group gap="sm">
          {(undecided > 0 || undecidedBefore > 0) && (
            <QuietButton
              {...(undecided === 0 && { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => set(decideOthers(value))}
            >
              {othersLabel(undecided === 0 ? undecidedBefore : undecided, value)}
            </QuietButton>
          )}
          <SaveButton form={form}>Save the states</SaveButton>
        </Group>
      }
    >
      {onTop.size === 0 ? (
        <Text>{describeCollected(value)}</Text>
      ) : (
        fields(value.filter(({ state }) => onTop.has(state)))
      )}
      <Accordion variant="separated">
        <Accordion.Item value="others">
          <Accordion.Control>
            {onTop.size === 0 ? `The ${others.length} states` : `The other ${others.length} states`}
          </Accordion.Control>
          <Accordion.Panel>
            <OtherStates
              values={others}
              noneFound={onTop.size === 0 ? 'No state has that name.' : 'No other state has that name.'}
            >
              {fields}
            </OtherStates>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <Text>
        {undecided === 0
          ? 'All states are decided.'
          : plural(undecided, 'One state is not decided yet.', `${undecided} states are not decided yet.`)}
      </Text>
    </SavedForm>
  )
}

type OtherStatesProps = {
  values: readonly StateValues[]
  noneFound: string
  children: (found: readonly StateValues[]) => ReactNode
}

function OtherStates({ values, noneFound, children }: OtherStatesProps) {
  const [text, setText] = useState('')
  const found = values.filter(({ state }) => isSearched(state, text))
  return (
    <Stack gap="sm">
      <TextInput label="Find a state" type="search" {...typed(text, setText)} />
      {found.length === 0 ? <Text role="status">{noneFound}</Text> : children(found)}
    </Stack>
  )
}

type StateListProps = {
  values: readonly StateValues[]
  sales: readonly StateSales[]
  errors: Readonly<Record<string, string>>
  onEdit: (values: StateValues) => void
}

function StateList({ values, sales, errors, onEdit }: StateListProps) {
  const { data } = useQuery(taxQuery)
  return (
    <div>
      {values.map((one) => (
        <StateFields
          key={one.state}
          values={one}
          percent={data?.percents[one.state]}
          sold={sales.find(({ state }) => state === one.state)}
          error={errors[one.state]}
          onEdit={onEdit}
        />
      ))}
    </div>
  )
}

type StateFieldsProps = {
  values: StateValues
  percent: number | undefined
  sold: StateSales | undefined
  error: string | undefined
  onEdit: (values: StateValues) => void
}

function StateFields({ values, percent, sold, error, onEdit }: StateFieldsProps) {
  const { state, decision, deliveryTaxed, permit } = values
  const id = useId()
  return (
    <Fieldset aria-label={US_STATES[state]} variant="unstyled" className={classes.state ?? ''}>
      <div>
        <label htmlFor={id} className={classes.stateName}>
          {US_STATES[state]}
        </label>
        <Hint>{percent === undefined ? 'No rate' : `${percent}%`}</Hint>
      </div>
      <NativeSelect
        id={id}
        value={decision}
        data={keysOf(DECISION_LABELS).map((value) => ({ value, label: DECISION_LABELS[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = keysOf(DECISION_LABELS).find((one) => one === currentTarget.value)
          onEdit({ ...values, decision: chosen ?? 'undecided' })
        }}
      />
      {sold !== undefined && (
        <Hint className={classes.wide ?? ''}>{formatAdminMoney(sold.cents)} of sales in 12 months, with delivery</Hint>
      )}
      {sold?.is_near === true && decision !== 'collected' && (
        <Text c="amber" className={classes.wide ?? ''}>
          Many states require sales tax once sales reach {formatAdminMoney(USUAL_THRESHOLD)} in 12 months. Ask your
          accountant whether the shop has to collect it here.
        </Text>
      )}
      {decision === 'collected' && (
        <Stack gap="sm" className={classes.wide ?? ''}>
          <Checkbox
            label="Delivery is taxed too"
            checked={deliveryTaxed}
            onChange={({ currentTarget }) => onEdit({ ...values, deliveryTaxed: currentTarget.checked })}
          />
          <TextInput
            label="Permit number"
            description="A note for you and your team. Shoppers don’t see it."
            autoComplete="off"
            maxLength={PERMIT_LENGTH}
            error={error}
            {...typed(permit, (text) => onEdit({ ...values, permit: text }))}
          />
        </Stack>
      )}
    </Fieldset>
  )
}

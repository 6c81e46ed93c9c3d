import { Badge, Button, Text, TextInput } from '@mantine/core'
import type { AdminCode } from '@shop/contract/discounts/admin'
import { normalizeCode } from '@shop/contract/discounts/rules'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { Hint, Page } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { formatDay } from '../ui/time.ts'
import classes from './discounts.module.css'
import { describeValue, discountsQuery, STATUS_WORDS } from './discounts.queries.ts'

export { DiscountsPage as Component }

export const loader = () => void queryClient.prefetchQuery(discountsQuery)

function DiscountsPage() {
  const { params, setLater, fieldKey } = useListAddress()
  const q = params.get('q')?.slice(0, 200) ?? ''
  return (
    <Page
      title="Discount codes"
      actions={
        <Button component={Link} to="/discounts/new">
          New code
        </Button>
      }
    >
      <TextInput
        type="search"
        label="Find a code"
        description="Part of the code"
        key={fieldKey}
        defaultValue={q}
        maxLength={200}
        onChange={(event) => setLater({ q: event.currentTarget.value.trim() })}
        mb="md"
      />
      <Loaded query={useQuery(discountsQuery)} label="Loading codes">
        {({ codes }) => <Codes codes={codes} q={q} />}
      </Loaded>
    </Page>
  )
}

function Codes({ codes, q }: { codes: readonly AdminCode[]; q: string }) {
  const found = codes.filter(({ code }) => code.includes(normalizeCode(q)))
  if (found.length === 0) {
    return <EmptyState text={codes.length === 0 ? 'No codes yet.' : `No code has “${q}” in it.`} />
  }
  return (
    <ul className={classes.list} aria-label="Discount codes">
      {found.map((code) => (
        <li key={code.code}>
          <CodeRow code={code} />
        </li>
      ))}
    </ul>
  )
}

function CodeRow({ code }: { code: AdminCode }) {
  const { status, uses, max_uses } = code
  return (
    <Link to={`/discounts/${code.code}`} className={`link-row ${classes.row}`}>
      <Text fw={600}>{code.code}</Text>
      <div>
        <Badge color={status === 'on' ? 'moss' : 'clay'}>{STATUS_WORDS[status]}</Badge>
      </div>
      <Hint>
        {describeValue(code)}
        {periodOf(code)}
      </Hint>
      <Hint className={classes.uses ?? ''}>
        {max_uses === null ? formatCount(uses, 'use') : `${uses} of ${formatCount(max_uses, 'use')}`}
      </Hint>
    </Link>
  )
}

function periodOf({ starts_on, ends_on }: AdminCode): string {
  const from = starts_on === null ? '' : ` from ${formatDay(starts_on)}`
  return `${from}${ends_on === null ? '' : ` until ${formatDay(ends_on)}`}`
}

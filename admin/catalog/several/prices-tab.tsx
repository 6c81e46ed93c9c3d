import { Button, Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { previewPricesEndpoint } from '@shop/contract/admin/several-products'
import { useRef, useState } from 'react'
import { call } from '../../app/call.ts'
import { FailureLine } from '../../ui/failure-line.tsx'
import { Section } from '../../ui/section.tsx'
import { usePlainCall } from '../../ui/use-plain-call.ts'
import { useLines } from '../catalog.queries.ts'
import { PricesPreview } from './prices-preview.tsx'
import { type Direction, readPercent } from './read-percent.ts'

type Wanted = { percent: number; line: string | null }

/** Prices by percent: old and new for each product first, and then all of them as one change. */
export function PricesTab() {
  const [direction, setDirection] = useState<Direction>('up')
  const [text, setText] = useState('')
  const [line, setLine] = useState<Wanted['line']>(null)
  const lines = useLines()
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const { press, isPending, failure, result, clear } = usePricesPreview()
  const show = () => {
    const read = readPercent(text, direction)
    setError('error' in read ? read.error : null)
    if ('percent' in read) press({ percent: read.percent, line })
    else input.current?.focus()
  }
  const edit = (change: () => void) => {
    change()
    clear()
  }
  return (
    <>
      <Section title="Change prices by percent">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isPending) show()
          }}
        >
          <Group align="start" gap="sm">
            <SegmentedControl
              aria-label="Direction"
              mt={25}
              data={[
                { value: 'up', label: 'Raise' },
                { value: 'down', label: 'Lower' },
              ]}
              value={direction}
              onChange={(value) => edit(() => setDirection(value === 'down' ? 'down' : 'up'))}
            />
            <TextInput
              ref={input}
              label="By percent"
              inputMode="decimal"
              w={130}
              maxLength={8}
              rightSection="%"
              value={text}
              error={error}
              onChange={({ currentTarget }) => edit(() => setText(currentTarget.value))}
            />
            <Select
              label="Of"
              placeholder="All products"
              clearable
              data={lines}
              value={line}
              onChange={(value) => edit(() => setLine(value))}
            />
            <Button type="submit" variant="default" mt={25} loading={isPending}>
              Show old and new prices
            </Button>
          </Group>
          <FailureLine text={failure} />
        </form>
        <Text c="dimmed" fz="sm" mt="sm">
          Prices are rounded to whole cents; sale prices change along. Nothing changes before you have seen each price.
        </Text>
      </Section>
      {result !== undefined && <PricesPreview {...result} onDone={() => edit(() => setText(''))} onStale={show} />}
    </>
  )
}

/** The preview of the last wanted change, until something else is wanted. */
function usePricesPreview() {
  const [isCleared, setCleared] = useState(true)
  const { result, ...preview } = usePlainCall(
    async ({ percent, line }: Wanted) => {
      const { changes } = await call(previewPricesEndpoint, { body: { percent, ...(line === null ? {} : { line }) } })
      return { percent, changes }
    },
    () => setCleared(false),
  )
  return { ...preview, result: isCleared ? undefined : result, clear: () => setCleared(true) }
}

import { Button, Group, NumberInput, Text } from '@mantine/core'
import { type AdminProduct, moveProductEndpoint } from '@shop/contract/admin/catalog'
import { useState } from 'react'
import { useChange } from '../app/use-change.ts'
import { Section } from '../ui/section.tsx'
import { PRODUCTS_KEY } from './catalog.queries.ts'

/** Where the product stands in the list of the shop. */
export function PlaceSection({ product: { product_id, place, products } }: { product: AdminProduct }) {
  const [wanted, setWanted] = useState<string | number>(place)
  const { change, isPending } = useChange(moveProductEndpoint, {
    done: ({ body }) => `Moved to place ${body.place}`,
    refreshes: [PRODUCTS_KEY],
  })
  const to = Number(wanted)
  const isGood = Number.isInteger(to) && to >= 1 && to <= products && to !== place
  return (
    <Section title="Place in the shop">
      <Text mb="sm">
        Place {place} of {products}, where the list is in the shop's own order.
      </Text>
      <Group align="end" gap="sm">
        <NumberInput
          label="New place"
          w={120}
          min={1}
          max={products}
          allowDecimal={false}
          value={wanted}
          onChange={setWanted}
        />
        <Button
          variant="default"
          disabled={!isGood}
          loading={isPending}
          onClick={() => change({ params: { product_id }, body: { place: to } })}
        >
          Move
        </Button>
      </Group>
    </Section>
  )
}

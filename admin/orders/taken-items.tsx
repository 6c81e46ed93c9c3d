import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { formatMoney } from '@shop/contract/money'
import { type DraftItem, splitItem } from './taken-draft.ts'

/** The lines of an order that is being entered. */
export function TakenItems({
  items,
  errors,
  onChange,
}: {
  items: readonly DraftItem[]
  /** What is wrong, by field: `items.0.quantity`. */
  errors: Readonly<Record<string, string>>
  onChange: (items: DraftItem[]) => void
}) {
  const change = (index: number, values: Partial<DraftItem>) =>
    onChange(items.map((item, other) => (other === index ? { ...item, ...values } : item)))
  if (items.length === 0) return null
  return (
    <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Products of the order">
      {items.map((item, index) => (
        // A product may stand in two lines, each with its price.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <li key={`${item.product_id} ${index}`}>
          <Text fw={600} mb="xs" style={{ overflowWrap: 'anywhere' }}>
            {item.product_name}
          </Text>
          {errors[`items.${index}.product_id`] !== undefined && (
            <Text c="brick">{errors[`items.${index}.product_id`]}</Text>
          )}
          <SimpleGrid cols={2} spacing="sm" maw="24rem">
            <TextInput
              label="How many"
              aria-label={`How many of ${item.product_name}`}
              description={`${item.stock} in stock`}
              inputMode="numeric"
              value={item.quantity}
              error={errors[`items.${index}.quantity`]}
              onChange={(event) => change(index, { quantity: event.currentTarget.value })}
            />
            <TextInput
              label="Price of one"
              aria-label={`Price of one ${item.product_name}`}
              description={`Empty: ${formatMoney(item.price_today)}`}
              inputMode="decimal"
              value={item.price}
              error={errors[`items.${index}.price_cents`]}
              onChange={(event) => change(index, { price: event.currentTarget.value })}
            />
          </SimpleGrid>
          <Group gap="sm" mt="xs">
            {Number(item.quantity) > 1 && (
              <Button
                variant="default"
                aria-label={`Another price for one ${item.product_name}`}
                onClick={() => onChange(splitItem(items, index))}
              >
                Another price for one
              </Button>
            )}
            <Button
              variant="default"
              aria-label={`Remove ${item.product_name}`}
              onClick={() => onChange(items.filter((_, other) => other !== index))}
            >
              Remove
            </Button>
          </Group>
        </li>
      ))}
    </Stack>
  )
}

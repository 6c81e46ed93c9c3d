import { Checkbox, Stack } from '@mantine/core'
import type { AdminOrderItem } from '@shop/contract/admin/orders'

/** Chooses items of an order. */
export function ItemChoice({
  label,
  items,
  value,
  onChange,
  error,
}: {
  label: string
  items: readonly AdminOrderItem[]
  value: string[]
  onChange: (itemIds: string[]) => void
  error: string | undefined
}) {
  return (
    <Checkbox.Group label={label} value={value} onChange={onChange} error={error}>
      <Stack gap={0}>
        {items.map(({ order_item_id, quantity, product_name }) => (
          <Checkbox key={order_item_id} value={order_item_id} label={`${quantity} × ${product_name}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

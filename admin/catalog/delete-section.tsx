import { Button, Text } from '@mantine/core'
import { type AdminProduct, deleteProductEndpoint } from '@shop/contract/admin/catalog'
import { useNavigate } from 'react-router'
import { useChange } from '../app/use-change.ts'
import { confirmOnce } from '../ui/confirm-once.ts'
import { messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { Section } from '../ui/section.tsx'
import { PRODUCTS_KEY } from './catalog.queries.ts'

/** Deletes a product that was never sold, with Undo. */
export function DeleteSection({ product: { product_id, product_name } }: { product: AdminProduct }) {
  const navigate = useNavigate()
  const { change, isPending, error } = useChange(deleteProductEndpoint, {
    done: `${product_name} deleted`,
    refreshes: [[...PRODUCTS_KEY, 'list']],
    onDone: () => navigate('/products', { replace: true }),
    showsError: true,
  })
  const ask = () =>
    confirmOnce({
      title: 'Delete the product',
      children: `${product_name} and its page go. Undo brings both back.`,
      labels: { confirm: 'Delete it', cancel: 'Go back' },
      onConfirm: () => change({ params: { product_id } }),
    })
  return (
    <Section title="Delete">
      <Text mb="sm">A product that was never sold can be deleted. One that was sold can be hidden.</Text>
      <Button variant="default" loading={isPending} onClick={ask}>
        Delete this product
      </Button>
      <FailureLine text={error === null ? null : messageOf(error)} />
    </Section>
  )
}

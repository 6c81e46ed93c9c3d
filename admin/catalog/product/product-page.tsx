import { Badge, Box, Button, Group, NumberInput, Text } from '@mantine/core'
import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { useChange } from '../../app/changes/use-change.ts'
import { queryClient } from '../../app/query-client.ts'
import { confirmOnce, DialogButton } from '../../ui/dialog.tsx'
import { BackLink, LoadedPage, Page, Section } from '../../ui/page.tsx'
import { FailureLine } from '../../ui/states.tsx'
import { PRODUCTS_KEY, productQuery } from '../catalog.queries.ts'
import { plannedQuery } from '../planned/planned.queries.ts'
import { PlannedSection } from '../planned/planned-section.tsx'
import { STATUS_LABELS } from '../product-values.ts'
import { StockSection } from '../stock.tsx'
import { ColorDialog } from './color-dialog.tsx'
import { ProductForm } from './product-form.tsx'

export { ProductPage as Component }

export const loader = ({ params: { product_id = '' } }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(productQuery(product_id))

function ProductPage() {
  const { product_id = '' } = useParams()
  return (
    <LoadedPage
      title="Product"
      back={<BackLink to="/products">All products</BackLink>}
      query={useQuery(productQuery(product_id))}
      label="Loading the product"
    >
      {(product) => <EditedProduct key={product.product_id} product={product} />}
    </LoadedPage>
  )
}

function EditedProduct({ product }: { product: AdminProduct }) {
  return (
    <Page title={product.product_name} actions={<Actions product={product} />}>
      <Group gap="md">
        <BackLink to="/products">All products</BackLink>
        <Badge mt={-8} color={product.status === 'published' ? 'moss' : 'amber'}>
          {STATUS_LABELS[product.status]}
        </Badge>
      </Group>
      <Box mb="md">
        <StockSection product={product} />
      </Box>
      <ProductForm product={product}>
        <PlannedSection product={product} />
        <PlaceSection product={product} />
        <DeleteSection product={product} />
      </ProductForm>
    </Page>
  )
}

function Actions({ product }: { product: AdminProduct }) {
  const { product_id, status } = product
  const navigate = useNavigate()
  const { change, isPending } = useChange(adminCatalog.copyProduct, {
    done: 'Copied as a draft',
    refreshes: [PRODUCTS_KEY],
    onDone: ({ product }) => navigate(`/products/${product.product_id}`),
  })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<Copy aria-hidden size={18} />}
        loading={isPending}
        onClick={() => change({ params: { product_id } })}
      >
        Copy
      </Button>
      <DialogButton label="Another color">{(close) => <ColorDialog product={product} onClose={close} />}</DialogButton>
      <Button
        component={Link}
        to={`/products/${product_id}/preview`}
        variant="default"
        leftSection={<Eye aria-hidden size={18} />}
      >
        Preview
      </Button>
      {status !== 'draft' && (
        <Button
          component="a"
          href={`/product/${product_id}`}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<ExternalLink aria-hidden size={18} />}
        >
          See it in the shop
        </Button>
      )}
    </Group>
  )
}

/** A product that is not there yet; it becomes a draft unless published at once. */
export function NewProductPage() {
  return (
    <Page title="New product">
      <BackLink to="/products">All products</BackLink>
      <ProductForm product={null}>
        <Section title="Stock">
          <Text>A new product has no stock yet. Once you create it, add stock on its page.</Text>
        </Section>
      </ProductForm>
    </Page>
  )
}

export function PlaceSection({ product: { product_id, place, products } }: { product: AdminProduct }) {
  const [wanted, setWanted] = useState<string | number>(place)
  const { change, isPending } = useChange(adminCatalog.moveProduct, {
    done: ({ body }) => `Moved to position ${body.place}`,
    refreshes: [PRODUCTS_KEY],
  })
  const to = Number(wanted)
  const isGood = Number.isInteger(to) && to >= 1 && to <= products && to !== place
  return (
    <Section title="Position in the shop">
      <Text mb="sm">
        Position {place} of {products} in the shop.
      </Text>
      <Group align="end" gap="sm">
        <NumberInput
          label="New position"
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

/** Deletes a product that was never sold, with Undo. */
export function DeleteSection({ product: { product_id, product_name } }: { product: AdminProduct }) {
  const navigate = useNavigate()
  const { change, isPending, failure } = useChange(adminCatalog.deleteProduct, {
    done: `${product_name} deleted`,
    refreshes: [[...PRODUCTS_KEY, 'list'], plannedQuery.queryKey],
    onDone: () => navigate('/products', { replace: true }),
    showsError: true,
  })
  const ask = () =>
    confirmOnce({
      title: 'Delete the product',
      children: `This deletes ${product_name} and its page. You can undo it.`,
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      onConfirm: () => change({ params: { product_id } }),
    })
  return (
    <Section title="Delete">
      <Text mb="sm">You can delete a product that has never been sold. If it has, hide it instead.</Text>
      <Button variant="default" loading={isPending} onClick={ask}>
        Delete this product
      </Button>
      <FailureLine text={failure} />
    </Section>
  )
}

import { Badge, Button, Group } from '@mantine/core'
import { type AdminProduct, copyProductEndpoint } from '@shop/contract/admin/catalog'
import type { QueryClient } from '@tanstack/react-query'
import { Copy, ExternalLink, Eye } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useNavigate } from 'react-router'
import { useChange } from '../app/use-change.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Page } from '../ui/page.tsx'
import { PRODUCTS_KEY, productQuery } from './catalog.queries.ts'
import { DeleteSection } from './delete-section.tsx'
import { LoadedProduct } from './loaded-product.tsx'
import { PlaceSection } from './place-section.tsx'
import { ProductForm } from './product-form.tsx'
import { STATUS_LABELS } from './product-values.ts'
import { StockSection } from './stock-section.tsx'

/** Loads the page's code and the product in parallel. */
export function productRoute(queryClient: QueryClient) {
  return {
    Component: ProductPage,
    loader: ({ params: { product_id = '' } }: LoaderFunctionArgs) => {
      void queryClient.prefetchQuery(productQuery(product_id))
      return null
    },
  }
}

function ProductPage() {
  return (
    <LoadedProduct title="Product">
      {(product) => <EditedProduct key={product.product_id} product={product} />}
    </LoadedProduct>
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
      <StockSection product={product} />
      <ProductForm product={product}>
        <PlaceSection product={product} />
        <DeleteSection product={product} />
      </ProductForm>
    </Page>
  )
}

function Actions({ product: { product_id, status } }: { product: AdminProduct }) {
  const navigate = useNavigate()
  const { change, isPending } = useChange(copyProductEndpoint, {
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

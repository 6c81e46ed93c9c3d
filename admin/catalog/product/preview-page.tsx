import { Alert, Button, Text } from '@mantine/core'
import { type AdminProduct, previewPath } from '@shop/contract/catalog/admin'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { BackLink, LoadedPage, Page } from '../../ui/page.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { productQuery } from '../catalog.queries.ts'

export { PreviewPage as Component }

/** The shop's own page of a product as it is saved, before shoppers see it. */
function PreviewPage() {
  const { product_id = '' } = useParams()
  return (
    <LoadedPage
      title="Preview"
      back={<BackLink to="/products">All products</BackLink>}
      query={useQuery(productQuery(product_id))}
      label="Loading the product"
    >
      {(product) => <Preview product={product} />}
    </LoadedPage>
  )
}

type PreviewProps = { product: AdminProduct }

function Preview({ product: { product_id, product_name, status, version, stock_quantity } }: PreviewProps) {
  return (
    <Page
      title={`Preview of ${product_name}`}
      actions={
        <Button
          component={Link}
          to={`/products/${product_id}`}
          variant="default"
          leftSection={<ArrowLeft aria-hidden size={18} />}
        >
          Back to editing
        </Button>
      }
    >
      <Alert color="ink" variant="light" icon={<Eye aria-hidden />} mb="md">
        <Text>
          {status === 'draft' ? 'Only people signed in to the admin see this draft.' : 'This is the saved version.'}{' '}
          Links and buttons do nothing here.
        </Text>
      </Alert>
      <PageFrame
        // Made again after each change of the product.
        key={`${version} ${stock_quantity}`}
        title={`The page of ${product_name}`}
        src={previewPath(product_id)}
      />
    </Page>
  )
}

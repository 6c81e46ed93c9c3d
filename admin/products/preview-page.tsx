import { Alert, Button, SegmentedControl, Text } from '@mantine/core'
import { type AdminProduct, previewPath } from '@shop/contract/admin/products'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Eye } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import classes from './preview-page.module.css'
import { productQuery } from './products.queries.ts'

/** The shop's own page of a product as it is saved, before shoppers see it. */
export function PreviewPage() {
  const { product_id = '' } = useParams()
  const { data: product, error, refetch } = useQuery(productQuery(product_id))
  if (product !== undefined) return <Preview product={product} />
  return (
    <Page title="Preview">
      {error === null ? (
        <Loading label="Loading the product" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Preview({
  product: { product_id, product_name, status, version, stock_quantity },
}: {
  product: AdminProduct
}) {
  const [size, setSize] = useState('wide')
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
          {status === 'draft'
            ? 'Only you and others who are signed in here see this draft.'
            : 'This is how it is saved.'}{' '}
          Links and buttons do nothing here.
        </Text>
      </Alert>
      <SegmentedControl
        className={classes.sizes ?? ''}
        aria-label="Width of the preview"
        data={[
          { value: 'wide', label: 'Computer' },
          { value: 'phone', label: 'Phone' },
        ]}
        value={size}
        onChange={setSize}
        mb="md"
      />
      <iframe
        // Made again after each change of the product.
        key={`${version} ${stock_quantity}`}
        title={`The page of ${product_name}`}
        src={previewPath(product_id)}
        sandbox="allow-same-origin"
        className={classes.frame}
        data-size={size}
      />
    </Page>
  )
}

import type { AdminProduct } from '@shop/contract/admin/catalog'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { BackLink, Page } from '../ui/page.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { productQuery } from './catalog.queries.ts'

/** A page about the product of the address, once it is loaded; `title` is shown until then. */
export function LoadedProduct({ title, children }: { title: string; children: (product: AdminProduct) => ReactNode }) {
  const { product_id = '' } = useParams()
  const { data: product, error, refetch } = useQuery(productQuery(product_id))
  if (product !== undefined) return children(product)
  return (
    <Page title={title}>
      <BackLink to="/products">All products</BackLink>
      {error === null ? (
        <Loading label="Loading the product" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

import { Page } from '../ui/page.tsx'
import { ProductForm } from './product-form.tsx'

/** A product that is not there yet; it becomes a draft unless published at once. */
export function NewProductPage() {
  return (
    <Page title="New product">
      <ProductForm product={null} />
    </Page>
  )
}

import { Text } from '@mantine/core'
import { BackLink } from '../ui/back-link.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { ProductForm } from './product-form.tsx'

/** A product that is not there yet; it becomes a draft unless published at once. */
export function NewProductPage() {
  return (
    <Page title="New product">
      <BackLink to="/products">All products</BackLink>
      <ProductForm product={null}>
        <Section title="Stock">
          <Text>There are none of a new product. Once it is made, its page asks how many came in.</Text>
        </Section>
      </ProductForm>
    </Page>
  )
}

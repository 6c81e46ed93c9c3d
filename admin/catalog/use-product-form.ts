import { useForm } from '@mantine/form'
import type { AdminProduct } from '@shop/contract/admin/catalog'
import { findErrors, type ProductValues, valuesOf } from './product-values.ts'
import { restoreValues } from './stored-values.ts'

/** What is typed about a product, and what is wrong with it; of a new one what was `stored` before a reload. */
export function useProductForm(product: AdminProduct | null, stored: string) {
  const form = useForm<ProductValues>({
    mode: 'controlled',
    initialValues: product === null ? restoreValues(stored) : valuesOf(product),
    validate: findErrors,
    // What is mended is told at once, also where another field mends it; what the server objected to stays.
    onValuesChange: (values, previous) => {
      const [now, before] = [findErrors(values), findErrors(previous)]
      for (const name of Object.keys(before)) if (!(name in now)) form.clearFieldError(name)
    },
    validateInputOnBlur: ['price', 'sale_price', 'sale_until', 'slug'],
  })
  return form
}
export type ProductFormState = ReturnType<typeof useProductForm>

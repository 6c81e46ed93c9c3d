import { Checkbox, TextInput } from '@mantine/core'
import { type AdminProduct, adminCatalog, nameInColor } from '@shop/contract/catalog/admin'
import { PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../app/changes/use-change.ts'
import { Dialog, DialogForm } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { Hint } from '../../ui/page.tsx'
import { failureAbove } from '../../ui/states.tsx'
import { PRODUCTS_KEY } from '../catalog.queries.ts'
import { KnownColors } from './product-form.tsx'

/** Asks for another color of a product and how it is called there, which is a draft then. */
export function ColorDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const navigate = useNavigate()
  const colors = useId()
  const [base] = useState(product)
  const [color, setColor] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [pictures, setPictures] = useState(false)
  const { change, isPending, failure, errors } = useChange(adminCatalog.addColor, {
    done: ({ body }) => `A draft in ${body.color} is ready`,
    refreshes: [PRODUCTS_KEY],
    onDone: ({ product: made }) => {
      onClose()
      return navigate(`/products/${made.product_id}`)
    },
    showsError: true,
  })
  // Until someone writes a name, it follows the color.
  const product_name = name ?? (color.trim() === '' ? base.product_name : nameInColor(base, color.trim()))
  const { product_id, version } = base
  return (
    <Dialog onClose={onClose} title="Another color">
      <DialogForm
        confirm="Create draft"
        isPending={isPending}
        failure={failureAbove(failure, errors, ['color', 'product_name'])}
        onSubmit={() => change({ params: { product_id }, body: { version, color, product_name, pictures } })}
        onClose={onClose}
      >
        <Hint>
          Copies the saved texts, prices, size and line, without stock. Once it is in the shop, the two colors link to
          each other.
        </Hint>
        <TextInput
          label="Color"
          required
          data-autofocus
          maxLength={PRODUCT_FIELDS.color.max}
          list={colors}
          error={errors.color}
          {...typed(color, setColor)}
        />
        <KnownColors id={colors} />
        <TextInput
          label="Name"
          required
          maxLength={PRODUCT_FIELDS.product_name.max}
          error={errors.product_name}
          {...typed(product_name, setName)}
        />
        <Checkbox
          label="Copy the pictures too"
          checked={pictures}
          onChange={({ currentTarget }) => setPictures(currentTarget.checked)}
        />
      </DialogForm>
    </Dialog>
  )
}

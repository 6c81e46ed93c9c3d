import { MultiSelect } from '@mantine/core'
import { MAX_COMPANIONS } from '@shop/contract/admin/lines'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { productsQuery } from '../catalog/catalog.queries.ts'

type GoesWithFieldProps = {
  value: string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** The products that go with those of a line: found by typing, named by what was seen of them. */
export function GoesWithField({ value, error, onChange }: GoesWithFieldProps) {
  const [search, setSearch] = useState('')
  const all = useInfiniteQuery(productsQuery({}))
  const found = useInfiniteQuery(productsQuery(search === '' ? {} : { q: search }))
  const seen = [...(all.data?.pages ?? []), ...(found.data?.pages ?? [])].flatMap(({ products }) => products)
  const names = new Map(seen.map(({ product_id, product_name }) => [product_id, product_name]))
  const ids = [...new Set([...value, ...names.keys()])]
  return (
    <MultiSelect
      label="Products"
      description="Such as a cover. Stands on the pages of the line's products and below a cart with one of them; one color of each is enough, the fitting one is shown."
      data={ids.map((id) => ({ value: id, label: names.get(id) ?? `Product ${id}` }))}
      value={value}
      error={error}
      maxValues={MAX_COMPANIONS}
      searchable
      clearable
      onSearchChange={setSearch}
      onChange={onChange}
    />
  )
}

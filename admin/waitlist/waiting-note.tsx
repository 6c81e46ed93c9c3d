import { Text } from '@mantine/core'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { waitlistQuery } from './waitlist.queries.ts'

/** How many want to be told when a product is back; nothing where no one does. */
export function WaitingNote({ productId }: { productId: string }) {
  const { data = [] } = useQuery(waitlistQuery)
  const waiting = data.find(({ product_id }) => product_id === productId)?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <Text mt="sm">
      <Link to="/products/waiting">{formatCount(waiting, 'person wants', 'people want')} to know when it’s back</Link>.
      Once it is, we email 50 people every five minutes.
    </Text>
  )
}

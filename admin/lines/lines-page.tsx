import { Badge, Button, Stack, Text } from '@mantine/core'
import { type AdminLine, adminLines } from '@shop/contract/catalog/lines'
import { HOME_PREVIEWS } from '@shop/contract/pages/shop'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { queryClient } from '../app/query-client.ts'
import { PRODUCTS_KEY } from '../catalog/catalog.queries.ts'
import { OrderBar } from '../catalog/list/order-bar.tsx'
import { SortableList } from '../ui/list/sortable-list.tsx'
import { BackLink, Hint, Page, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { ColorsSection } from './colors-section.tsx'
import classes from './lines.module.css'
import { linePath, linesQuery } from './lines.queries.ts'
import { useListOrder } from './use-list-order.ts'

export { LinesPage as Component }

export const loader = () => void queryClient.prefetchQuery(linesQuery)

/** The lines and the colors of products, which are added, opened and put in order here. */
function LinesPage() {
  return (
    <Page title="Lines and colors">
      <BackLink to="/products">All products</BackLink>
      <Stack gap="md">
        <Section title="Product lines">
          <Loaded query={useQuery(linesQuery)} label="Loading the lines">
            {({ lines, seen }) => <LineList lines={lines} seen={seen} />}
          </Loaded>
        </Section>
        <ColorsSection />
      </Stack>
    </Page>
  )
}

function LineList({ lines, seen }: { lines: readonly AdminLine[]; seen: string }) {
  const order = useListOrder(lines, ({ line }) => line, seen)
  const save = useChange(adminLines.orderLines, {
    done: 'Line order saved',
    refreshes: [PRODUCTS_KEY],
    onDone: order.markSaved,
    showsError: true,
  })
  const { unsaved } = order
  return (
    <>
      <Text mb="sm">
        The shop shows its products line by line, in this order. You choose a product’s line on its page.
      </Text>
      <SortableList
        label="Lines in order"
        rows={order.rows}
        keyOf={({ line }) => line}
        nameOf={({ line }) => line}
        // While the list is only read again, as after a saving that changed nothing, it can be moved.
        onMove={save.isPending && unsaved !== null ? () => {} : order.move}
      >
        {(line) => <LineRow line={line} isMoved={unsaved !== null} />}
      </SortableList>
      <Button component={Link} to={linePath(null)} mt="md" leftSection={<Plus aria-hidden size={18} />}>
        New line
      </Button>
      {unsaved !== null && (
        <OrderBar
          hint="Not saved yet. Products move with their line."
          isSame={order.isSame}
          save={save}
          onDiscard={order.discard}
          onSave={() => save.change({ body: { lines: [...unsaved.names], seen: unsaved.seen } })}
        />
      )}
    </>
  )
}

/** While moves are not saved it is open which lines the home page has room for. */
type LineRowProps = { line: AdminLine; isMoved: boolean }

function LineRow({ line: { line, words, products, featured, hidden, on_home: isOnHome }, isMoved }: LineRowProps) {
  return (
    <div className={classes.row}>
      <Link to={linePath(line)}>{line}</Link>
      <Hint>{[formatCount(products, 'product'), ...(words === null ? [] : [words])].join(' · ')}</Hint>
      {hidden && (
        <Badge color="ink" variant="outline">
          Hidden
        </Badge>
      )}
      {!hidden && !featured && !isOnHome && <Hint>Not on the home page</Hint>}
      {!hidden && featured && !isOnHome && !isMoved && (
        <Hint>{`Not on the home page, which shows the first ${HOME_PREVIEWS} that have products and a picture`}</Hint>
      )}
    </div>
  )
}

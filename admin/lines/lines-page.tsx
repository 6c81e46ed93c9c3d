import { Badge, Button, Group, Text } from '@mantine/core'
import { type AdminLine, adminLines } from '@shop/contract/admin/lines'
import { formatCount } from '@shop/contract/plural'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { LeaveGuard } from '../app/unsaved.tsx'
import { useChange } from '../app/use-change.ts'
import { PRODUCTS_KEY } from '../catalog/catalog.queries.ts'
import { BackLink, Hint, Page, QuietButton, SaveBar, Section } from '../ui/page.tsx'
import { SortableList } from '../ui/sortable-list.tsx'
import { FailureLine, Loaded } from '../ui/states.tsx'
import classes from './lines.module.css'
import { linePath, linesQuery } from './lines.queries.ts'

export { LinesPage as Component }

export const loader = () => void queryClient.prefetchQuery(linesQuery)

/** The lines of products, which are added, opened and put in order here. */
function LinesPage() {
  return (
    <Page title="Lines">
      <BackLink to="/products">All products</BackLink>
      <Section title="Lines of products">
        <Loaded query={useQuery(linesQuery)} label="Loading the lines">
          {({ lines, seen }) => <LineList lines={lines} seen={seen} />}
        </Loaded>
      </Section>
    </Page>
  )
}

function LineList({ lines, seen }: { lines: readonly AdminLine[]; seen: string }) {
  const [kept, setOrder] = useState<{ seen: string; names: readonly string[] } | null>(null)
  const [isSaved, setSaved] = useState(false)
  // Another order is shown until the shop has it.
  const order = isSaved && kept?.seen !== seen ? null : kept
  if (order === null && kept !== null) {
    setOrder(null)
    setSaved(false)
  }
  const save = useChange(adminLines.orderLines, {
    done: 'The order of the lines is saved',
    refreshes: [PRODUCTS_KEY],
    onDone: () => setSaved(true),
    showsError: true,
  })
  const rows = order?.names.flatMap((name) => lines.find(({ line }) => line === name) ?? []) ?? lines
  const move = (from: number, to: number) => {
    const names = rows.map(({ line }) => line)
    const [moved] = names.splice(from, 1)
    if (moved === undefined || save.isPending || isSaved) return
    names.splice(to, 0, moved)
    setOrder({ seen: order?.seen ?? seen, names })
  }
  const discard = () => {
    setOrder(null)
    save.reset()
  }
  return (
    <>
      <Text mb="sm">
        The shop shows its products line by line, in this order. A product says on its page which line it is of.
      </Text>
      <SortableList
        label="Lines in their order"
        rows={rows}
        keyOf={({ line }) => line}
        nameOf={({ line }) => line}
        onMove={move}
      >
        {(line) => <LineRow line={line} />}
      </SortableList>
      <Button component={Link} to={linePath(null)} mt="md" leftSection={<Plus aria-hidden size={18} />}>
        New line
      </Button>
      {order !== null && !isSaved && (
        <SaveBar>
          <LeaveGuard isActive={!save.isPending} />
          <FailureLine text={save.failure} />
          <Group justify="end" gap="sm">
            <Text mr="auto">Not saved yet. Products move along.</Text>
            <QuietButton onClick={discard}>Discard</QuietButton>
            <Button
              loading={save.isPending}
              onClick={() => save.change({ body: { lines: [...order.names], seen: order.seen } })}
            >
              Save the order
            </Button>
          </Group>
        </SaveBar>
      )}
    </>
  )
}

function LineRow({ line: { line, words, products, featured, hidden } }: { line: AdminLine }) {
  return (
    <div className={classes.row}>
      <Link to={linePath(line)}>{line}</Link>
      <Hint>{[formatCount(products, 'product'), ...(words === null ? [] : [words])].join(' · ')}</Hint>
      {hidden && (
        <Badge color="ink" variant="outline">
          Hidden
        </Badge>
      )}
      {!hidden && !featured && <Hint>Not on the home page</Hint>}
    </div>
  )
}

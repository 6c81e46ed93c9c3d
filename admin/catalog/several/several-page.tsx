import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { Page } from '../../ui/page.tsx'
import { PricesTab } from './prices-tab.tsx'
import { SaleTab } from './sale-tab.tsx'
import { SpreadsheetTab } from './spreadsheet-tab.tsx'
import { StockTab } from './stock-tab.tsx'

export { SeveralPage as Component }

const TABS = ['prices', 'sale', 'stock', 'spreadsheet'] as const

/** Changes of several products at once: each is shown row by row before it is made, and undone as one. */
function SeveralPage() {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((known) => known === search.get('what')) ?? 'prices'
  return (
    <Page title="Bulk edit">
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ what: value ?? 'prices' }, { replace: true })}
        keepMounted={false}
        color="clay"
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="prices">Prices</Tabs.Tab>
          <Tabs.Tab value="sale">Sale</Tabs.Tab>
          <Tabs.Tab value="stock">Stock</Tabs.Tab>
          <Tabs.Tab value="spreadsheet">Spreadsheet</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prices">
          <PricesTab />
        </Tabs.Panel>
        <Tabs.Panel value="sale">
          <SaleTab />
        </Tabs.Panel>
        <Tabs.Panel value="stock">
          <StockTab />
        </Tabs.Panel>
        <Tabs.Panel value="spreadsheet">
          <SpreadsheetTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

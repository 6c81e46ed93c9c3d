import { useQuery } from '@tanstack/react-query'
import { UnsavedGuard } from '../app/frame/unsaved.tsx'
import { queryClient } from '../app/query-client.ts'
import { Columns, Page } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { OrderRulesSection, WholesaleSection } from './order-rules-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { OwnersSection } from './owners-section.tsx'
import { settingsQuery } from './settings.queries.ts'
import { AddressSection } from './shop/address-section.tsx'
import { MailSection } from './shop/mail-section.tsx'
import { NoticesSection, SocialSection, TextsSection } from './shop/shop-sections.tsx'
import { TaxSection } from './tax/tax-section.tsx'
import { TaxStatesSection } from './tax/tax-states-section.tsx'
import { ZipRatesSection } from './tax/zip-rates-section.tsx'

export { SettingsPage as Component }

export const loader = () => void queryClient.prefetchQuery(settingsQuery)

/** The shop's name and texts, delivery and tax, its mail server, and who may use the admin. Each section is saved by itself. */
function SettingsPage() {
  return (
    <Page title="Settings">
      <Loaded query={useQuery(settingsQuery)} label="Loading settings">
        {(settings) => (
          <UnsavedGuard>
            <Columns
              left={
                <>
                  <OrdersSection orders={settings.orders} />
                  <OrderRulesSection settings={settings} />
                  <TextsSection settings={settings} />
                  <AddressSection settings={settings} />
                  <NoticesSection settings={settings} setting="notices" />
                  <NoticesSection settings={settings} setting="openNotices" />
                  <SocialSection settings={settings} />
                </>
              }
              right={
                <>
                  <WholesaleSection settings={settings} />
                  <DeliverySection shipDays={settings.shipDays} />
                  <TaxSection />
                  <TaxStatesSection />
                  <ZipRatesSection />
                  <MailSection />
                  <OwnersSection />
                </>
              }
            />
          </UnsavedGuard>
        )}
      </Loaded>
    </Page>
  )
}

import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core'
import { type LineSheet, MAX_SHEET_PRODUCTS, type SheetProduct } from '@shop/contract/catalog/line-sheet'
import { groupBy } from '@shop/contract/http/older-browsers'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../app/query-client.ts'
import { useListAddress } from '../../app/use-list-address.ts'
import { BackLink, Hint, Page, QuietButton, Section } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { formatDay } from '../../ui/time.ts'
import { lineSheetQuery } from '../catalog.queries.ts'
import { thumbnailOf } from '../media.ts'
import classes from './line-sheet.module.css'

export { LineSheetPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(lineSheetQuery(new URL(request.url).searchParams.get('line')))

/** The products for shops that resell them, on paper or as a PDF: all, those of a line, or those that are ticked. */
function LineSheetPage() {
  const [search] = useSearchParams()
  return (
    <Page
      title="Line sheet"
      actions={
        <Button className={classes.screenOnly} onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      }
    >
      <div className={classes.screenOnly}>
        <BackLink to="/products">All products</BackLink>
      </div>
      <Loaded query={useQuery(lineSheetQuery(search.get('line')))} label="Loading the line sheet">
        {(sheet) => <Sheet sheet={sheet} />}
      </Loaded>
    </Page>
  )
}

/** Instead of ids in the address: no product is ticked. */
const NO_LINE = 'none'

/** The ticked products of the address; without any named there, all of them. */
function useTicked(products: readonly SheetProduct[]) {
  const { params, set } = useListAddress()
  const idsIn = (address: URLSearchParams) => {
    const named = address.get('products')?.split(',')
    return products.map(({ product_id }) => product_id).filter((id) => named === undefined || named.includes(id))
  }
  return {
    ids: new Set(idsIn(params)),
    line: params.get('line'),
    showLine: (line: string | null) => set({ line, products: null }),
    tick: (id: string, isTicked: boolean) =>
      set((wanted) => {
        const others = idsIn(wanted).filter((other) => other !== id)
        return { products: (isTicked ? [...others, id] : others).join(',') || NO_LINE }
      }),
    tickAll: () => set({ products: null }),
    tickNone: () => set({ products: NO_LINE }),
  }
}

function Sheet({ sheet: { products, has_more, lines, today, shop } }: { sheet: LineSheet }) {
  const { ids, line, showLine, tick, tickAll, tickNone } = useTicked(products)
  const chosen = products.filter(({ product_id }) => ids.has(product_id))
  const unpriced = chosen.filter(({ wholesale_price_cents }) => wholesale_price_cents === null).length
  return (
    <>
      <div className={classes.screenOnly}>
        <Section title="What to include">
          <Stack gap="sm">
            <Select
              label="Line"
              placeholder="All lines"
              clearable
              data={lines}
              value={line}
              onChange={showLine}
              maw={320}
            />
            {has_more && <Text>A sheet can have {MAX_SHEET_PRODUCTS} products at most. Please choose a line.</Text>}
            {unpriced > 0 && (
              <Text>
                {formatCount(unpriced, 'product has', 'products have')} no wholesale price. Add one on each product’s
                page, or ask an owner to set a percentage under Settings, Wholesale.
              </Text>
            )}
            <details>
              <summary className={classes.summary}>
                {chosen.length} of {formatCount(products.length, 'product')} selected
              </summary>
              <Group gap="sm" my="sm">
                <QuietButton onClick={tickAll}>Select all</QuietButton>
                <QuietButton onClick={tickNone}>Select none</QuietButton>
              </Group>
              <div className={classes.ticks}>
                {products.map(({ product_id, product_name }) => (
                  <Checkbox
                    key={product_id}
                    label={product_name}
                    checked={ids.has(product_id)}
                    onChange={({ currentTarget }) => tick(product_id, currentTarget.checked)}
                  />
                ))}
              </div>
            </details>
          </Stack>
        </Section>
      </div>
      <header className={classes.shop}>
        <Text className={classes.name}>{shop.name}</Text>
        <div>
          <Text className={classes.address}>{shop.postal_address}</Text>
          <Text>{shop.email}</Text>
          <Text>Prices as of {formatDay(today)}</Text>
        </div>
      </header>
      {chosen.length === 0 ? (
        <EmptyState text={products.length === 0 ? 'This line has no products in the shop.' : 'No products selected.'} />
      ) : (
        [...groupBy(chosen, (product) => product.line)].map(([name, ofLine]) => (
          <section key={name} aria-label={name}>
            <h2 className={classes.line}>{name}</h2>
            <ul className={classes.products}>
              {ofLine.map((product) => (
                <SheetRow key={product.product_id} product={product} />
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  )
}

function SheetRow({ product }: { product: SheetProduct }) {
  const { product_id, product_name, color, size, price_cents, image_url, url } = product
  const { wholesale_price_cents: wholesale, wholesale_minimum: minimum } = product
  return (
    <li className={classes.product}>
      {image_url === null ? (
        <span className={classes.picture} />
      ) : (
        <img src={thumbnailOf(image_url)} alt="" width={120} height={120} className={classes.picture} />
      )}
      <div className={classes.facts}>
        <Text fw={600}>{product_name}</Text>
        <Hint>{[product_id, color, size].filter((text) => text !== '').join(' · ')}</Hint>
        <dl className={classes.prices}>
          <div>
            <dt>Wholesale</dt>
            <dd className={classes.wholesale}>{wholesale === null ? 'On request' : formatAdminMoney(wholesale)}</dd>
          </div>
          <div>
            <dt>In the shop</dt>
            <dd>{formatAdminMoney(price_cents)}</dd>
          </div>
          <div>
            <dt>Minimum order</dt>
            <dd>{minimum ?? '1'}</dd>
          </div>
        </dl>
      </div>
      <QRCodeSVG value={url} size={76} marginSize={2} title={`The page of ${product_name}, as a QR code`} />
    </li>
  )
}

import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ORDER } from '../../testing/sample-order.ts'
import { Slip } from './slip-page.tsx'

const slipOf = (postal_address: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Slip order={{ ...ORDER, shop: { ...ORDER.shop, postal_address } }} />
    </MantineProvider>,
  )

test('the packing slip has the postal address of the sender, or says where it is set', () => {
  const address = '1 Mill Lane\nOakland, CA 94601'
  expect(slipOf(address)).toContain(address)
  expect(slipOf('')).toContain('under Settings, Postal address')
})

test('the packing slip says which delivery was chosen', () => {
  expect(slipOf('')).toContain('USPS Ground Advantage')
})

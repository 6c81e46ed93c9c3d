import { PageTitle } from '../../ui/heading.tsx'

/** The heading of the page of a payment link, until something else is to be said than how it is paid. */
export function PayTitle() {
  return <PageTitle>Pay your order</PageTitle>
}

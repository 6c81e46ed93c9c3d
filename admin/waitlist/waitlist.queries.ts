import { adminWaitlist } from '@shop/contract/waitlist/admin'
import { callQuery } from '../app/query-client.ts'

/** How many wait for what. */
export const waitlistQuery = callQuery(['waitlist'], adminWaitlist.listWaiting, {})

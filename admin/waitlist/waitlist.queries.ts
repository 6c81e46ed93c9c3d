import { adminWaitlist } from '@shop/contract/waitlist/admin'
import { callQuery } from '../app/query-client.ts'

export const waitlistQuery = callQuery(['waitlist'], adminWaitlist.listWaiting, {})

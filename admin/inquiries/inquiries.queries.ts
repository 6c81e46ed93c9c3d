import { type INQUIRY_STATUSES, listInquiriesEndpoint } from '@shop/contract/admin/inquiries'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../app/call.ts'

export type InquiryStatus = (typeof INQUIRY_STATUSES)[number]

/** Messages with a status, newest first, in pages. */
export const inquiriesQuery = (status: InquiryStatus) =>
  infiniteQueryOptions({
    queryKey: ['inquiries', status],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInquiriesEndpoint, { query: { status, ...(after === '' ? {} : { after }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
